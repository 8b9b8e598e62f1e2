"""What an owner may choose: names and ranges, shared by the link and the stored settings.

A rule is a pair: a function that tells whether a value is right, and words for what is. Values
come from outside (a host, a file), so each function takes anything and never raises.
"""

LEVEL_MAX = 10  # 0 is silent
SEED_MAX = 0xFFFFFFFF
WEIGHT_SUM_MAX = 100_000
PROFILES = ("manual", "junior", "custom")
CELLS = ("3xaaa", "2xaaa", "3xnimh", "2xnimh", "1xaaa_boost")
MOTIONS = ("slow", "normal", "fast", "surprise")
RUN_LEAST_S, RUN_MOST_S = 5, 60
PLAYERS_MOST = 4
RUNS = ("start", "stop")
CALIBRATION_ENDS = ("save", "cancel", "reset")
NAME_CHARS = 12
SERVO_VALUES_MOST = 8
# 4: coins, laugh, power_up, game_over; 9: 1 to 6 coins, then the other three.
WEIGHT_COUNTS = (4, 9)


def is_level(value):
    return type(value) is int and 0 <= value <= LEVEL_MAX


def is_switch(value):
    return value is True or value is False


def is_profile(value):
    return type(value) is str and value in PROFILES


def is_cells(value):
    return type(value) is str and value in CELLS


def is_weight(value):
    return type(value) is int and value >= 0


def is_weights(value):
    if type(value) is not list or len(value) not in WEIGHT_COUNTS:
        return False
    return all(is_weight(weight) for weight in value) and 1 <= sum(value) <= WEIGHT_SUM_MAX


def is_seed(value):
    return value is None or (type(value) is int and 0 <= value <= SEED_MAX)


def is_motion(value):
    return type(value) is str and value in MOTIONS


def is_run_s(value):
    """Returns whether it is a shortest and a longest length of a run, in seconds."""
    if type(value) is not list or len(value) != 2:
        return False
    whole = type(value[0]) is int and type(value[1]) is int
    return whole and RUN_LEAST_S <= value[0] <= value[1] <= RUN_MOST_S


def is_players(value):
    return type(value) is int and (value == 0 or 2 <= value <= PLAYERS_MOST)


def is_names(value):
    if type(value) is not list or len(value) > PLAYERS_MOST:
        return False
    return all(type(name) is str and len(name) <= NAME_CHARS for name in value)


def is_servo(value):
    """Returns whether it could be a calibration; whether it is a good one, the servo says."""
    if type(value) is not dict or len(value) > SERVO_VALUES_MOST:
        return False
    return all(type(value[name]) is int or is_switch(value[name]) for name in value)


def is_run(value):
    return type(value) is str and value in RUNS


def is_player(value):
    return type(value) is int and 1 <= value <= PLAYERS_MOST


def is_score_step(value):
    return type(value) is int and value in (1, -1)


def is_angle(value):
    return type(value) is int and 0 <= value <= 180


def is_calibration_end(value):
    return type(value) is str and value in CALIBRATION_ENDS


LEVEL = (is_level, "an integer from 0 to 10")
SWITCH = (is_switch, "true or false")
PROFILE = (is_profile, "manual, junior or custom")
CELL_KIND = (is_cells, "one of " + ", ".join(CELLS))
WEIGHTS = (is_weights, "4 or 9 integers, none below 0, with a sum from 1 to 100000")
SEED = (is_seed, "null or an integer from 0 to 4294967295")
MOTION = (is_motion, "one of " + ", ".join(MOTIONS))
RUN_S = (is_run_s, "the shortest and the longest run in seconds, 5 to 60, for example [20, 20]")
PLAYERS = (is_players, "0 (no referee), 2, 3 or 4")
NAMES = (is_names, "up to 4 names of at most 12 characters")
SERVO = (is_servo, "an object of numbers and switches")
RUN = (is_run, "start or stop")
PLAYER = (is_player, "a player's number, 1 to 4")
SCORE_STEP = (is_score_step, "1 (a match) or -1 (undo)")
ANGLE = (is_angle, "an angle in degrees, 0 to 180")
CALIBRATION_END = (is_calibration_end, "save, cancel or reset")
