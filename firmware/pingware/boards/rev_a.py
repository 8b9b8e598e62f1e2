"""Board revision A: a Raspberry Pi Pico on perfboard. Data only.

GPIO numbers are only in this file. A build turns the names in capitals into plain numbers.
``pingblock.boards.pins`` has the facts of each signal.
Source: Pico datasheet 2.1 (GPIO24 senses VBUS) and 4.3 (VSYS / 3 on GPIO29).
"""

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
