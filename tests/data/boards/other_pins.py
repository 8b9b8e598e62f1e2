"""A board for tests: only the Question Block, not on revision A's edge pins. Data only."""

from pingware.boards.pin import ADC, INPUT, OUTPUT, PWM, BoardPin

NAME = "other_pins"
GAMES = ("block",)

CELL_LOAD = 1
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

CELL_LOAD_OHM = 220
CELL_RATIO = 2
VSYS_RATIO = 3

_BUTTON = "button, other leg to GND"

PINS = (
    BoardPin("cell_load", CELL_LOAD, OUTPUT, "load of the battery test", "high = load on"),
    BoardPin("light_red", LIGHT_RED, PWM, "RGB light red", part="light"),
    BoardPin("light_green", LIGHT_GREEN, PWM, "RGB light green", part="light"),
    BoardPin("light_blue", LIGHT_BLUE, PWM, "RGB light blue", part="light"),
    BoardPin("block_button", BLOCK_BUTTON, INPUT, _BUTTON, "pressed = low", pull_up=True),
    BoardPin("check_button", CHECK_BUTTON, INPUT, _BUTTON, "pressed = low", pull_up=True),
    BoardPin("speaker", SPEAKER, PWM, "amplifier input", part="speaker"),
    BoardPin("amp_shutdown", AMP_SHUTDOWN, OUTPUT, "amplifier SD pin", "high = amplifier on"),
    BoardPin("vbus_sense", VBUS_SENSE, INPUT, "on the Pico", "high = USB plugged"),
    BoardPin("cell_sense", CELL_SENSE, ADC, "the cell", ratio=CELL_RATIO),
    BoardPin("vsys_sense", VSYS_SENSE, ADC, "on the Pico", ratio=VSYS_RATIO),
)
