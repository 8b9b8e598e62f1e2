"""Shapes of a device's answers and events. A field that a shape does not name is not judged.

A shape is a type (``int``, which a bool does not fit), a value, a tuple of shapes (one of them),
a range (a number in it), ``[shape]`` (a list of any length), ``[shape, shape]`` (a list of just
these), ``{str: shape}`` (any names) or ``{"name": shape}`` (fields, if they are there).
"""

from __future__ import annotations

from typing import Any

Shape = Any

NOTHING = type(None)
VERDICTS = range(4)  # good, fair, replace soon, stop
_NINE = [int] * 9  # one of each outcome
_TEST = {
    "open_mv": int,
    "loaded_mv": int,
    "milliohm": int,
    "verdict": str,
    "demo_cell": bool,
    "fault": (str, NOTHING),
}
_SETTINGS = {
    "volume": int,
    "cap": int,
    "chime": int,
    "mute_lock": bool,
    "profile": str,
    "cells": str,
    "motion": str,
    "weights": [int],
    "names": [str],
    "run_s": [int, int],
}
_OUTCOME = {"outcome": str, "coins": int, "draw": int}
_FAULT = {"code": str, "count": int, "first_ms": int, "last_ms": int}

ANSWERS: dict[str, Shape] = {
    "status": {
        "draws": int,
        "settings": _SETTINGS,
        "battery": (NOTHING, _TEST),
        "usb": bool,
        "faults": {str: int},
        "problems": [str],
        "ram_free": int,
        "ram_largest": int,
        "lines_refused": int,
        "lines_dropped": int,
        "underruns": int,
    },
    "press": {"accepted": bool},
    "replay": {"replay": str},
    "profile": {"weights": _NINE},
    "settings": {
        "settings": _SETTINGS,
        "version": int,
        "unsaved": bool,
        "reply": str,
        "waits": [str],
    },
    "odds": {"profile": str, "weights": _NINE, "counts": _NINE},
    "worms": {
        "state": str,
        "reply": str,
        "runs": int,
        "elapsed_ms": int,
        "surprise": bool,
        "settings": _SETTINGS,
        "scores": [int],
        "player": int,
        "winner": (int, NOTHING),
    },
    "worms_calibrate": {"calibration": {str: (int, bool)}},
    "log": {
        "faults": [_FAULT],
        "now_ms": int,
        "crash": str,
        "more": bool,
        "count": int,
        "tests": [[int, int, int, VERDICTS]],
    },
    "files": {"files": {str: [int, int]}, "more": bool},
    "remove": {"removed": bool},
    "update": {"slot": ("a", "b"), "running": str, "state": str, "why": str, "mpy": int},
    "sounds": {
        "own": {str: [int, int]},
        "unusable": [str],
        "restart": bool,
        "waiting": bool,
        "playing": bool,
        "ram": [int, int],
    },
    "call": {"playing": bool},
    "selftest": {"inputs": {str: bool}, "sweep": bool, "sounds": bool},
}
EVENTS: dict[str, Shape] = {
    "outcome": _OUTCOME,
    "replay": _OUTCOME,
    "press": {"button": str},
    "battery": _TEST,
    "fault": {"code": str, "say": str},
    "run": {"state": str},
    "put": {"at": int, "block": int, "crc32": int},
}


def misfit(shape: Shape, value: object, name: str = "it") -> str:
    """Returns the name of the first thing in a value that does not fit its shape; "" if all do."""
    if isinstance(shape, tuple):
        return "" if any(not misfit(each, value) for each in shape) else name
    if isinstance(shape, list):
        return _misfit_in_list(shape, value, name)
    if isinstance(shape, dict):
        return _misfit_in_object(shape, value, name)
    if isinstance(shape, type):
        return "" if type(value) is shape else name
    if isinstance(shape, range):
        return "" if type(value) is int and value in shape else name
    return "" if value == shape else name


def _misfit_in_list(shape: list[Shape], value: object, name: str) -> str:
    if not isinstance(value, list):
        return name
    shapes = shape * len(value) if len(shape) == 1 else shape
    if len(shapes) != len(value):
        return name
    pairs = zip(shapes, value, strict=True)
    return next((wrong for each, item in pairs if (wrong := misfit(each, item, name))), "")


def _misfit_in_object(shape: dict[Any, Shape], value: object, name: str) -> str:
    if not isinstance(value, dict):
        return name
    if str in shape:
        return next((key for key, item in value.items() if misfit(shape[str], item)), "")
    return next(
        (
            wrong
            for key, each in shape.items()
            if key in value and (wrong := misfit(each, value[key], key))
        ),
        "",
    )
