"""Board revision A: a Raspberry Pi Pico on perfboard. Data only.

GPIO numbers are only in this file. ``pingblock.boards.pins`` has the facts of each signal.
Source: Pico datasheet 2.1 (GPIO24 senses VBUS) and 4.3 (VSYS / 3 on GPIO29).
"""

NAME = "rev_a"
GAMES = ("block", "base")  # built-in parts: the Question Block, the apple base, or both

# Signal -> GPIO.
GPIO = {
    "cell_load": 12,
    "lever": 13,
    "block_button": 14,
    "check_button": 15,
    "speaker": 16,
    "amp_shutdown": 17,
    "light_red": 18,
    "light_green": 19,
    "light_blue": 20,
    "servo_supply": 21,
    "servo": 22,
    "cell_sense": 26,
}
VBUS_SENSE, VSYS_SENSE = 24, 29  # on the Pico itself

CELL_LOAD_OHM = 220
CELL_RATIO = 2
VSYS_RATIO = 3
