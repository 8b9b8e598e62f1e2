"""Board revision A: a Raspberry Pi Pico on perfboard. Data only.

GPIO numbers are only in this file. The firmware reads the names in capitals, which a build turns
into plain numbers. Wiring table and virtual devices read ``PINS``, which no device has.
Source: Pico datasheet 2.1 (GPIO24 senses VBUS) and 4.3 (VSYS / 3 on GPIO29).
"""

from pingware.boards.pin import ADC, INPUT, OUTPUT, PWM, BoardPin

NAME = "rev_a"
GAMES = ("block", "base")  # built-in parts: the Question Block, the apple base, or both

CELL_LOAD = 12
LEVER = 13
BLOCK_BUTTON = 14
CHECK_BUTTON = 15
SPEAKER = 16
AMP_SHUTDOWN = 17
LIGHT_RED = 18
LIGHT_GREEN = 19
LIGHT_BLUE = 20
SERVO_SUPPLY = 21
SERVO = 22
VBUS_SENSE = 24
CELL_SENSE = 26
VSYS_SENSE = 29

CELL_LOAD_OHM = 220
CELL_RATIO = 2
VSYS_RATIO = 3

_LEVER_TO = "lever microswitch, closed at rest, other leg to GND"
_LIGHT = "active high, common cathode"

PINS = (
    BoardPin(
        "cell_load",
        CELL_LOAD,
        OUTPUT,
        "transistor of the battery test's load, 220 R at VSYS",
        "high = load on",
    ),
    BoardPin("lever", LEVER, INPUT, _LEVER_TO, "pulled = high", pull_up=True),
    BoardPin(
        "block_button",
        BLOCK_BUTTON,
        INPUT,
        "button on top, other leg to GND",
        "pressed = low",
        pull_up=True,
    ),
    BoardPin(
        "check_button",
        CHECK_BUTTON,
        INPUT,
        "rear button, other leg to GND",
        "pressed = low",
        pull_up=True,
    ),
    BoardPin(
        "speaker",
        SPEAKER,
        PWM,
        "amplifier input through the RC filter",
        "low when silent",
        part="speaker",
    ),
    BoardPin(
        "amp_shutdown",
        AMP_SHUTDOWN,
        OUTPUT,
        "amplifier SD pin, 100 k to GND",
        "high = amplifier on",
    ),
    BoardPin("light_red", LIGHT_RED, PWM, "RGB light red, through 150 R", _LIGHT, part="light"),
    BoardPin(
        "light_green", LIGHT_GREEN, PWM, "RGB light green, through 100 R", _LIGHT, part="light"
    ),
    BoardPin("light_blue", LIGHT_BLUE, PWM, "RGB light blue, through 100 R", _LIGHT, part="light"),
    BoardPin(
        "servo_supply",
        SERVO_SUPPLY,
        OUTPUT,
        "high-side switch gate of the servo supply",
        "high = servo powered",
    ),
    BoardPin(
        "servo", SERVO, PWM, "servo signal, 1 k in series", "50 Hz, low when idle", part="servo"
    ),
    BoardPin(
        "vbus_sense", VBUS_SENSE, INPUT, "on the Pico: USB power present", "high = USB plugged"
    ),
    BoardPin("cell_sense", CELL_SENSE, ADC, "boost build only: the cell", ratio=CELL_RATIO),
    BoardPin("vsys_sense", VSYS_SENSE, ADC, "on the Pico: VSYS", ratio=VSYS_RATIO),
)
