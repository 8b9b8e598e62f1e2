"""A board for tests: only the Question Block, not on revision A's edge pins. Data only."""

NAME = "other_pins"
GAMES = ("block",)

GPIO = {
    "cell_load": 1,
    "light_red": 2,
    "light_green": 3,
    "light_blue": 4,
    "block_button": 6,
    "check_button": 7,
    "speaker": 10,
    "amp_shutdown": 11,
    "cell_sense": 27,
    "lever": None,  # not fitted
    "servo": None,
    "servo_supply": None,
}
VBUS_SENSE, VSYS_SENSE = 24, 29

CELL_LOAD_OHM = 220
CELL_RATIO = 2
VSYS_RATIO = 3
