"""What an owner may choose: names and ranges, shared by the link and the stored settings.

A rule is a pair: a function that tells whether a value is right, and words for what is. Values
come from outside (a host, a file), so each function takes anything and never raises.
"""

LEVEL_MAX = 10  # 0 is silent
SEED_MAX = 0xFFFFFFFF
WEIGHT_SUM_MAX = 100_000
PROFILES = ("manual", "junior", "custom")
CELLS = ("3xaaa", "2xaaa", "3xnimh", "2xnimh", "1xaaa_boost")
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


LEVEL = (is_level, "an integer from 0 to 10")
SWITCH = (is_switch, "true or false")
PROFILE = (is_profile, "manual, junior or custom")
CELL_KIND = (is_cells, "one of " + ", ".join(CELLS))
WEIGHTS = (is_weights, "4 or 9 integers, none below 0, with a sum from 1 to 100000")
SEED = (is_seed, "null or an integer from 0 to 4294967295")
