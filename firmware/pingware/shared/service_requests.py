"""Requests on demand about the device: settings, notes, files, updates, self-test.

Their declarations are loaded with the first of them, like their handlers.
"""

from pingware.shared.device_options import U32_MAX
from pingware.shared.schema import (
    list_of,
    needed,
    object_of,
    one_of,
    such_that,
    switch,
    text,
    whole,
    worded,
)

_SETTINGS_MOST = 20  # most settings in one request
_NAME_CHARS = 16  # length of the name of a setting or a sound
_PATH_CHARS = 48
_NOTE_MOST = 0xFFFF  # readable characters of a note


def _is_absolute(path: str) -> bool:
    return path[:1] == "/"


_BYTES = worded(whole(0, (1 << 30) - 1), "a number of bytes, 0 or more")
_PATH = needed(
    such_that(
        text(_PATH_CHARS),
        _is_absolute,
        "a path of at most 48 characters that begins with /",
    )
)

SERVICE_REQUESTS = {
    "settings": {
        "set": worded(object_of(None, _SETTINGS_MOST), "an object of settings"),
        "reset": worded(
            list_of(text(_NAME_CHARS), _SETTINGS_MOST),
            "a list of settings' names; an empty one means all",
        ),
        "of": worded(text(_NAME_CHARS, 1), "a game's name"),
    },
    "log": {"part": one_of("faults", "crash", "battery"), "at": whole(0, _NOTE_MOST)},
    "sounds": {
        "load": switch,
        "play": worded(text(_NAME_CHARS, 1), "a sound's name"),
        "restart": switch,
    },
    "put": {
        "path": _PATH,
        "size": needed(_BYTES),
        "crc32": needed(whole(0, U32_MAX)),
        "at": _BYTES,
    },
    "files": {"folder": _PATH, "after": text(_PATH_CHARS)},
    "remove": {"path": _PATH},
    "update": {"what": needed(one_of("state", "commit", "confirm"))},
    "bootsel": {},
    "call": {
        "name": needed(one_of("turn", "pay", "sold", "jail", "winner")),
        "player": whole(1, 8),
    },
    "selftest": {"sweep": switch, "light": one_of("off", "red", "green", "blue", "white")},
}
