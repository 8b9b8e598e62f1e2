"""The device's own settings and requests, which every game finds there. Declarations only."""

from pingware.shared import volume
from pingware.shared.rules import (
    anything,
    either,
    list_of,
    object_of,
    one_of,
    request,
    setting,
    such_that,
    switch,
    text,
    whole,
    worded,
)

# Kinds of cells; ``shared.cells`` has their limits.
THREE_AAA, TWO_AAA, ONE_AAA = "3xaaa", "2xaaa", "1xaaa_boost"
THREE_NIMH, TWO_NIMH = "3xnimh", "2xnimh"

U32_MAX = 0xFFFFFFFF
_SETTINGS_MOST = 20  # of one request
_NAME_CHARS = 16  # of a setting or a sound
_PATH_CHARS = 48
SERVO_TURN_DEG = 180

_LEVEL = whole(volume.MUTE, volume.LOUDEST)
_CELLS = one_of(THREE_AAA, TWO_AAA, THREE_NIMH, TWO_NIMH, ONE_AAA)
_COUNT = whole(0)
_BYTES = worded(whole(0), "a number of bytes, 0 or more")


def _is_absolute(path: str) -> bool:
    return path[:1] == "/"


_PATH = such_that(
    text(_PATH_CHARS),
    _is_absolute,
    "a path of at most %d characters that begins with /" % _PATH_CHARS,
)

SETTINGS = {
    "volume": setting(6, _LEVEL, help="Loudness of all sounds; 0 is silent."),
    "cap": setting(10, _LEVEL, help="The loudest that a grown-up allows."),
    "mute_lock": setting(False, switch, help="Silent, whatever the volume."),
    "chime": setting(4, _LEVEL, help="Loudness of the ping at power-on."),
    "cells": setting(THREE_AAA, _CELLS, help="The kind of cells in the battery holder."),
}

REQUESTS = {
    "help": request(),
    "hello": request(),
    "status": request(),
    "volume": request({"level": _LEVEL}, {"cap": _LEVEL, "chime": _LEVEL, "mute_lock": switch}),
    "battery": request({}, {"cells": _CELLS}),
    "seed": request({"seed": either(one_of(None), whole(0, U32_MAX))}),
    "settings": request(
        {},
        {
            "set": worded(object_of(anything, _SETTINGS_MOST), "an object of settings"),
            "reset": worded(
                list_of(text(_NAME_CHARS), _SETTINGS_MOST),
                "a list of settings' names; an empty one means all",
            ),
        },
    ),
    "log": request({}, {"part": one_of("faults", "crash", "battery"), "at": _COUNT}),
    "sounds": request(
        {},
        {
            "load": switch,
            "play": worded(text(_NAME_CHARS, 1), "a sound's name"),
            "restart": switch,
        },
    ),
    "put": request({"path": _PATH, "size": _BYTES, "crc32": whole(0, U32_MAX)}, {"at": _BYTES}),
    "files": request({"folder": _PATH}, {"after": text(_PATH_CHARS)}),
    "remove": request({"path": _PATH}),
    "update": request({"what": one_of("state", "commit", "confirm")}),
    "bootsel": request(),
    "selftest": request(
        {}, {"sweep": switch, "light": one_of("off", "red", "green", "blue", "white")}
    ),
}
