"""Shapes of a device's answers and events. A field that a shape does not name is not judged.

A shape is a rule of ``pingware.shared.schema`` (None: anything), ``[shape]`` (a list of any
length), ``{str: shape}`` (an object of any names), ``{"name": shape}`` (fields, if they are there)
or a tuple of shapes (one of them). Those of a device tell types, not limits: an older or newer one
may have others.
"""

from __future__ import annotations

from typing import Any

from pingware.shared.schema import Rule, is_right, list_of, one_of, such_that, switch, text, whole

Shape = Any

INT, TEXT, NOTHING = whole(-(2**63), 2**63), text(2**20), one_of(None)
_TWO = list_of(INT, 2, 2)
_NINE = list_of(INT, 9, 9)  # one of each outcome
# Millivolts without and with a load, milliohms; good, fair, replace soon or stop.
_NOTED_TEST = such_that(list_of(INT, 4, 4), lambda noted: noted[3] in range(4), "a noted test")
_TEST = {
    **dict.fromkeys(("open_mv", "loaded_mv", "milliohm"), INT),
    "verdict": TEXT,
    "demo_cell": switch,
    "fault": (TEXT, NOTHING),
}
_SETTINGS = {
    **dict.fromkeys(("volume", "cap", "chime"), INT),
    **dict.fromkeys(("profile", "cells", "motion"), TEXT),
    **dict.fromkeys(("mute_lock", "button_mute"), switch),
    "weights": [INT],
    "names": [TEXT],
    "run_s": _TWO,
}
_OUTCOME = {"outcome": TEXT, "coins": INT, "draw": INT}
_FAULT = {"code": TEXT, "count": INT, "first_ms": INT, "last_ms": INT}

ANSWERS: dict[str, Shape] = {
    "hello": {
        **dict.fromkeys(("version", "board", "uid", "ended"), TEXT),
        "seeded": switch,
    },
    "status": {
        **dict.fromkeys(("draws", "lines_refused", "lines_dropped", "underruns"), INT),
        **dict.fromkeys(("ram_free", "ram_largest"), INT),
        "settings": _SETTINGS,
        "battery": (NOTHING, _TEST),
        "usb": switch,
        "playing": switch,
        "faults": {str: INT},
        "problems": [TEXT],
    },
    "press": {"accepted": switch},
    "replay": {"replay": TEXT},
    "profile": {"weights": _NINE},
    "settings": {
        "settings": _SETTINGS,
        "version": INT,
        "unsaved": switch,
        "reply": TEXT,
        "waits": [TEXT],
    },
    "odds": {"profile": TEXT, "weights": _NINE, "counts": _NINE},
    "worms": {
        **dict.fromkeys(("state", "reply"), TEXT),
        **dict.fromkeys(("runs", "elapsed_ms", "player"), INT),
        "surprise": switch,
        "settings": _SETTINGS,
        "scores": [INT],
        "winner": (INT, NOTHING),
    },
    "worms_calibrate": {"calibration": {str: (INT, switch)}},
    "log": {
        "faults": [_FAULT],
        **dict.fromkeys(("now_ms", "count"), INT),
        "crash": TEXT,
        "more": switch,
        "tests": [_NOTED_TEST],
    },
    "files": {"files": {str: _TWO}, "more": switch},
    "remove": {"removed": switch},
    "update": {
        "slot": one_of("a", "b"),
        **dict.fromkeys(("running", "state", "why", "base"), TEXT),
        **dict.fromkeys(("mpy", "crc32"), INT),
    },
    "sounds": {
        "own": {str: _TWO},
        "unusable": [TEXT],
        **dict.fromkeys(("restart", "waiting", "playing"), switch),
        "ram": _TWO,
    },
    "call": {"playing": switch},
    "selftest": {"inputs": {str: switch}, "sweep": switch, "sounds": switch},
}
EVENTS: dict[str, Shape] = {
    "outcome": _OUTCOME,
    "replay": _OUTCOME,
    "press": {"button": TEXT},
    "battery": _TEST,
    "fault": {"code": TEXT, "say": TEXT},
    "run": {"state": TEXT},
    "put": {"at": INT, "block": INT, "crc32": INT},
}


def misfit(shape: Shape, value: object, name: str = "it", exact: bool = False) -> str:
    """Returns the name of the first thing in a value that does not fit its shape; "" if all do.

    Args:
        shape: that it must have.
        value: of a JSON text.
        name: of the value, for the result.
        exact: every field must be there, and none besides.
    """
    if shape is None or isinstance(shape, Rule):
        return "" if is_right(shape, value) else name
    if isinstance(shape, tuple):
        return name if all(misfit(each, value, exact=exact) for each in shape) else ""
    if not isinstance(value, type(shape)):
        return name
    if isinstance(shape, list):
        parts = [(shape[0], item, name) for item in value]
    else:
        fields = dict.fromkeys(value, shape[str]) if str in shape else shape
        if exact and (astray := fields.keys() ^ value.keys()):
            return str(min(astray))
        parts = [(fields[key], value[key], key) for key in value if key in fields]
    return next((wrong for part in parts if (wrong := misfit(*part, exact))), "")
