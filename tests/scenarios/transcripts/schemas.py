"""Output of each command with ``--json``, as shapes; programs may rely on it.

A shape is one of ``pingblock.connection.shapes`` or a rule of ``pingware.shared.schema``. Nothing
may be missing and nothing may be more than is written here, so that a change is seen.
"""

from __future__ import annotations

import re

from pingblock.connection.shapes import NOTHING, Shape, misfit
from pingblock.owner import options
from pingblock.tables.property.editions import EDITIONS
from pingblock.tables.registry import TABLES
from pingware.games.block import options as block
from pingware.games.worms import options as worms
from pingware.shared import device_options
from pingware.shared.schema import Rule, is_right, such_that, text

NUMBER = (int, float)
ANYTHING = (str, int, float, bool, NOTHING, list, dict)
TIME = such_that(text(40), re.compile(r"\d{4}-\d\d-\d\dT").match, "a time")
_CODE = such_that(text(40), re.compile("[a-z_]+$").match, "a code")
ERROR: Shape = {"error": {"code": _CODE, "say": str}}


def unlike(promise: Shape, value: object, name: str = "it") -> str:
    """Returns the name of the first thing in a value that is not as promised; "" if all is."""
    if isinstance(promise, Rule):
        return "" if is_right(promise, value) else name
    if isinstance(promise, tuple):
        return "" if any(not unlike(each, value) for each in promise) else name
    if isinstance(promise, dict) and isinstance(value, dict):
        promised = dict.fromkeys(value, promise[str]) if str in promise else promise
        if astray := promised.keys() ^ value.keys():
            return min(astray)
        parts = [(promised[key], value[key], key) for key in value]
    elif isinstance(promise, list) and isinstance(value, list):
        parts = [(promise[0], item, name) for item in value]
    else:
        return misfit(promise, value, name)
    return next((wrong for part in parts if (wrong := unlike(*part))), "")


_OUTCOME = {"outcome": ("coins", "laugh", "power_up", "game_over"), "coins": int, "draw": int}
# Which settings the answers of ``status`` and ``worms`` show; what each may be is declared once.
_BLOCK = {name: options.OPTIONS[name].rule for name in (*device_options.SETTINGS, *block.SETTINGS)}
_GAME = options.OPTIONS["game"].rule
_WORMS = {name: options.OPTIONS[name].rule for name in worms.SETTINGS}
# Of the games that are not chosen: shown as well, where all settings are.
_OTHERS = {
    name: found.rule
    for name, found in options.OPTIONS.items()
    if name not in {*_BLOCK, *_WORMS, "game"}
}
_RUN = {
    "state": str,
    "runs": int,
    "elapsed_ms": int,
    "surprise": bool,
    "settings": {**_WORMS},
}
_CHANGED = {
    "changed": {str: {"old": ANYTHING, "new": ANYTHING}},
    "dry_run": bool,
    "stored": bool,
    "waits_for_next_run": [str],
}
_SOUND = {
    "bytes": int,
    "changes": [str],
    "format": ("wav", "tune", "rtttl"),
    "length_ms": int,
    "loudness_db": NUMBER,
    "name": str,
    "peak_pct": int,
    "power_mw": int,
    "power_most_mw": int,
    "ram_bytes": int,
    "ram_most": int,
    "sounds_ms": int,
    "voices": int,
}
_CALIBRATION = {
    "calibration": {
        "from_us": int,
        "high_deg": int,
        "home_deg": int,
        "low_deg": int,
        "reverse": bool,
        "to_us": int,
    },
    "stored": bool,
}
_FILE = {"file": str}

# Command line: what it prints. In this order, on one device; seconds go by in between.
_RULE = {"outside": bool, "rule": str, "say": str, "source": str}
SCHEMAS: dict[str, Shape] = {
    "game": {"game": _GAME, "games": [_GAME]},
    "press": _OUTCOME,
    "replay": _OUTCOME,
    "monitor --only outcome --once": (
        {"at": TIME, "event": "outcome", "ms": int, "outcome": str, "draw": int},
        {"at": TIME, "event": "outcome", "ms": int, "outcome": str, "draw": int, "coins": int},
    ),
    "worms status": {**_RUN},
    "worms start": {"reply": "done", **_RUN},
    "worms stop": {"reply": "done", **_RUN},
    "worms calibrate --show": _CALIBRATION,
    "worms calibrate --low-deg 70 --yes": _CALIBRATION,
    "table score --card gold --dice G3S4X1": {
        "arithmetic": [{"points": int, "rule": str, "say": str}],
        "card": str,
        "dice": str,
        "disqualified": bool,
        "on_card": str,
        "opponents_share": int,
        "points": int,
    },
    "table risk --card gold --dice G3S4X1": {"choices": [{"dice": str, "out": str}]},
    "table options fortune": {str: {"default": ANYTHING, "allowed": str, "help": str}},
    "table rule STX-06": _RULE,
    "rules worms": {"rules": [_RULE]},
    "status": {
        "battery": ANYTHING,
        "counts": [int],
        "device": {
            "board": str,
            "ended": str,
            "protocol": int,
            "seeded": bool,
            "uid": str,
            "version": str,
        },
        "draws": int,
        "faults": {str: int},
        "lines_dropped": int,
        "lines_refused": int,
        "problem_count": int,
        "problems": [str],
        "ram_free": int,
        "ram_largest": int,
        "game": _GAME,
        "seeded": bool,
        "settings": {**_BLOCK},
        "underruns": int,
        "usb": bool,
    },
    "volume 4": {"cap": int, "chime": int, "mute_lock": bool, "volume": int},
    "mute status": {"muted": bool, "stored": bool},
    "mute on": {"muted": True, "stored": bool},
    "mute off": {"muted": False, "stored": bool},
    "profile junior": {"profile": str, "weights": [int]},
    "odds": {"chances": {str: str}, "mean_coins": str, "profile": str, "weights": [int]},
    "odds manual": {"chances": {str: str}, "mean_coins": str, "profile": str, "weights": [int]},
    "odds --test 50": {
        "chances": {str: str},
        "chi_square": NUMBER,
        "counts": {str: int},
        "degrees_of_freedom": int,
        "draws": int,
        "fits": bool,
        "mean_coins": str,
        "p": NUMBER,
        "profile": str,
        "verdict": str,
        "weights": [int],
    },
    "settings list": {
        "settings": [
            {
                "name": str,
                "help": str,
                "allowed": str,
                "default": ANYTHING,
                "schema": {str: ANYTHING},
            }
        ]
    },
    "settings get": {**_BLOCK, **_WORMS, **_OTHERS, "game": _GAME},
    "settings get volume": {"volume": int},
    "settings set volume=5 --no-wait": _CHANGED,
    "settings export": {
        "product": "pingblock",
        "schema": int,
        "settings": {**_BLOCK, **_WORMS, **_OTHERS, "game": _GAME},
    },
    "settings export all.json": _FILE,
    "settings import all.json --yes --no-wait": _CHANGED,
    "settings reset --yes --no-wait": _CHANGED,
    "log": {
        "cells": {"count": int, "tests": [{str: ANYTHING}]},
        "crash": str,
        "ended": str,
        "faults": [ANYTHING],
    },
    "support --output support.zip": {"file": str, "missing": {str: str}},
    "cards --language de": {
        "cards": [
            {
                "battery": [str],
                "game": str,
                "language": "de",
                "name": str,
                "press": str,
                "silent": [str],
                "silent_title": str,
                "sounds": [{"badge": str, "text": str}],
                "title": str,
            }
        ]
    },
    "cards --language de --output cards.html": {str: ANYTHING},
    "sounds list": {
        "ram": {"most": int, "used": int},
        "sounds": [{"bytes": int, "length_ms": int, "name": str, "source": str, "tells": [str]}],
    },
    "sounds play ping": {"here": bool, "played": str},
    "sounds render ping ping.wav": _FILE,
    "sounds check ping.wav --as ping": {**_SOUND},
    "sounds put ping ping.wav": {"plays_from": str, "restarts": bool, **_SOUND},
    "sounds reset --yes": {"removed": [str]},
    "update state": {"running": str, "slot": str, "state": str, "why": str},
    "doctor": {
        "ok": bool,
        "findings": [
            {"section": str, "level": ("ok", "hint", "wrong"), "code": str, "say": str, "fix": str}
        ],
    },
    "doctor --udev-rule": {"rule": str},
    "selftest --answers speaker=yes,light=yes,servo=yes --skip block,check,lever": {
        "at": TIME,
        "board": str,
        "host": str,
        "parts": [
            {
                "part": str,
                "verdict": ("pass", "fail", "skipped"),
                "by": ("person", "device"),
                "note": str,
            }
        ],
        "passed": True,
        "stopped": False,
        "report": str,
        "uid": str,
        "version": str,
    },
    "completion bash": {"script": str, "shell": "bash"},
}
# Those that need more than one device on a stage, and where their JSON is tested.
ELSEWHERE = {
    "battery": "tests/unit/pingblock/cli/test_device_commands.py",
    "table board new": "tests/unit/pingblock/cli/test_table_boards.py",
    "table board check": "tests/unit/pingblock/cli/test_table_boards.py",
    "table board edit": "tests/unit/pingblock/cli/test_table_boards.py",
    **{f"table {name}": "tests/unit/pingblock/cli/test_tables_command.py" for name in TABLES},
    **{f"table {name}": "tests/unit/pingblock/cli/test_table_boards.py" for name in EDITIONS},
    "devices": "tests/unit/pingblock/cli/test_device_commands.py",
    "play": "tests/unit/pingblock/cli/test_play.py",
    "virtual serve": "tests/unit/pingblock/cli/test_virtual_serve.py",
    "study": "tests/unit/pingblock/cli/test_study_command.py",
    "virtual sweep": "tests/unit/pingblock/cli/test_sweep_command.py",
    "virtual run": "tests/unit/pingblock/cli/test_virtual.py",
    "virtual play": "",  # a game at the terminal: it has no --json
    "install": "tests/scenarios/trials/programs/test_install.py",
    "image": "tests/scenarios/trials/programs/test_flash.py",
    "flash": "tests/scenarios/trials/programs/test_flash.py",
    "update confirm": "tests/scenarios/trials/programs/test_update.py",
    "update rollback": "tests/scenarios/trials/programs/test_update.py",
}
