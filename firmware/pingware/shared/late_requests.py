"""What a host asks seldom: arguments and their ranges, as in ``link.requests``."""

from pingware.shared import late_limits, limits

REQUESTS = {
    "settings": {"set": (False, late_limits.CHANGES), "reset": (False, late_limits.SOME_SETTINGS)},
    "odds": {"draws": (False, late_limits.SLICE)},
    "log": {"part": (False, late_limits.LOG_PART), "at": (False, late_limits.PLACE)},
    "sounds": {
        "load": (False, limits.SWITCH),
        "play": (False, late_limits.TUNE),
        "restart": (False, limits.SWITCH),
    },
    "put": {
        "path": (True, late_limits.PATH),
        "size": (True, late_limits.SIZE),
        "crc32": (True, late_limits.CRC32),
        "at": (False, late_limits.SIZE),
    },
    "files": {"folder": (True, late_limits.PATH), "after": (False, late_limits.NAME)},
    "remove": {"path": (True, late_limits.PATH)},
    "update": {"what": (True, late_limits.UPDATE_STEP)},
    "bootsel": {},
    "selftest": {"sweep": (False, limits.SWITCH), "light": (False, late_limits.LAMP)},
}
