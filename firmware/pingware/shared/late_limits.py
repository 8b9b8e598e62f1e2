"""Names and ranges of what is asked seldom. Apart from ``limits``: loaded late.

A rule is as in ``services.limits``.
"""

from pingware.shared.limits import SEED_MAX

SETTINGS_MOST = 20
SLICE_MOST = 25  # draws of one request: 22 ms on the chip
LOG_PARTS = ("faults", "crash", "battery")
UPDATE_STEPS = ("state", "commit", "confirm")
PATH_CHARS = 48
TUNE_CHARS = 16
LAMPS = ("off", "red", "green", "blue", "white")


def is_changes(value):
    """Returns whether it could be settings by name; whether good ones, their rules say."""
    return type(value) is dict and len(value) <= SETTINGS_MOST


def is_some_settings(value):
    if type(value) is not list or len(value) > SETTINGS_MOST:
        return False
    return all(type(name) is str for name in value)


def is_slice(value):
    return type(value) is int and 1 <= value <= SLICE_MOST


def is_log_part(value):
    return type(value) is str and value in LOG_PARTS


def is_update_step(value):
    return type(value) is str and value in UPDATE_STEPS


def is_place(value):
    return type(value) is int and value >= 0


def is_tune(value):
    return type(value) is str and 0 < len(value) <= TUNE_CHARS


def is_path(value):
    return type(value) is str and value[:1] == "/" and len(value) <= PATH_CHARS


def is_name(value):
    return type(value) is str and len(value) <= PATH_CHARS


def is_crc32(value):
    return type(value) is int and 0 <= value <= SEED_MAX


def is_size(value):
    return type(value) is int and value >= 0


def is_lamp(value):
    return type(value) is str and value in LAMPS


CHANGES = (is_changes, "an object of settings")
SOME_SETTINGS = (is_some_settings, "a list of settings' names; an empty one means all")
SLICE = (is_slice, "an integer from 1 to 25")
UPDATE_STEP = (is_update_step, "state, commit or confirm")
LOG_PART = (is_log_part, "faults, crash or battery")
PLACE = (is_place, "an integer, 0 or more")
TUNE = (is_tune, "a sound's name")
PATH = (is_path, "a path of at most 48 characters that begins with /")
NAME = (is_name, "a text of at most 48 characters")
CRC32 = (is_crc32, "an integer from 0 to 4294967295")
SIZE = (is_size, "a number of bytes, 0 or more")
LAMP = (is_lamp, "off, red, green, blue or white")
