"""Pins and electrical facts of board revision A (a Raspberry Pi Pico on perfboard). Data only.

``hardware/README.md`` shows this as the wiring table; a test holds the two together.
Source: RP2040 datasheet 2.19.2 (a GPIO's PWM slice is ``gpio // 2 % 8``); Pico datasheet 2.1.
"""

# name: (gpio, what it is wired to, electrical facts)
PINS = {
    "block_button": (14, "button on top, other leg to GND", "input, internal pull-up, pressed = low"),
    "check_button": (15, "rear button, other leg to GND", "input, internal pull-up, pressed = low"),
    "lever": (13, "lever microswitch, closed at rest, other leg to GND", "input, internal pull-up, pulled = high"),
    "speaker": (16, "amplifier input through the RC filter", "PWM slice 0 A, low when silent"),
    "amp_shutdown": (17, "amplifier SD pin, 100 k to GND", "output, high = amplifier on"),
    "light_red": (18, "RGB light red, through 150 R", "PWM slice 1 A, active high, common cathode"),
    "light_green": (19, "RGB light green, through 100 R", "PWM slice 1 B, active high, common cathode"),
    "light_blue": (20, "RGB light blue, through 100 R", "PWM slice 2 A, active high, common cathode"),
    "servo_supply": (21, "high-side switch gate of the servo supply", "output, high = servo powered"),
    "servo": (22, "servo signal, 1 k in series", "PWM slice 3 A, 50 Hz, low when idle"),
    "vbus_sense": (24, "on the Pico: USB power present", "input, high = USB plugged"),
    "cell_sense": (26, "boost build only: the cell through its own 1/2 divider", "ADC0"),
    "vsys_sense": (29, "on the Pico: VSYS / 3", "ADC3"),
}
