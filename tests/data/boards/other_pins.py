"""A board for tests: the Question Block alone, on none of revision A's edge pins. Data only."""

from pingware.boards.pin import ADC, INPUT, OUTPUT, PWM, Pin

NAME = "other_pins"
GAMES = ("block",)

LIGHT_RED = 2
LIGHT_GREEN = 3
LIGHT_BLUE = 4
BLOCK_BUTTON = 6
CHECK_BUTTON = 7
SPEAKER = 10
AMP_SHUTDOWN = 11
VBUS_SENSE = 24
CELL_SENSE = 27
VSYS_SENSE = 29
LEVER = SERVO = SERVO_SUPPLY = None  # not fitted

CELL_RATIO = 2
VSYS_RATIO = 3

_BUTTON = "button, other leg to GND"

PINS = (
    Pin("light_red", LIGHT_RED, PWM, "RGB light red", part="light"),
    Pin("light_green", LIGHT_GREEN, PWM, "RGB light green", part="light"),
    Pin("light_blue", LIGHT_BLUE, PWM, "RGB light blue", part="light"),
    Pin("block_button", BLOCK_BUTTON, INPUT, _BUTTON, "pressed = low", pull_up=True),
    Pin("check_button", CHECK_BUTTON, INPUT, _BUTTON, "pressed = low", pull_up=True),
    Pin("speaker", SPEAKER, PWM, "amplifier input", part="speaker"),
    Pin("amp_shutdown", AMP_SHUTDOWN, OUTPUT, "amplifier SD pin", "high = amplifier on"),
    Pin("vbus_sense", VBUS_SENSE, INPUT, "on the Pico", "high = USB plugged"),
    Pin("cell_sense", CELL_SENSE, ADC, "the cell", ratio=CELL_RATIO),
    Pin("vsys_sense", VSYS_SENSE, ADC, "on the Pico", ratio=VSYS_RATIO),
)
