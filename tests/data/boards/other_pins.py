"""A board for tests: only the Question Block, not on revision A's edge pins. Data only."""

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
