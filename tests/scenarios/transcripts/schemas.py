"""Output of each command with ``--json``, as shapes; programs may rely on it.

A shape is one of ``pingblock.connection.shapes``. Nothing may be missing and nothing may be more
than is written here, so that a change is seen.
"""

from __future__ import annotations

import re

from pingblock.common.checked import number
from pingblock.connection.shapes import INT, TEXT, Shape
from pingblock.owner import options
from pingware.games.block import options as block
from pingware.games.worms import options as worms
from pingware.shared import device_options
from pingware.shared.schema import one_of, such_that, switch, text

NUMBER = number(-1e9, 1e9, "anything")
TIME = such_that(text(40), re.compile(r"\d{4}-\d\d-\d\dT").match, "a time")
_CODE = such_that(text(40), re.compile("[a-z_]+$").match, "a code")
ERROR: Shape = {"error": {"code": _CODE, "say": TEXT}}


_OUTCOME = {
    "outcome": one_of("coins", "laugh", "power_up", "game_over"),
    "coins": INT,
    "draw": INT,
}
_OUTCOME_EVENT = {
    "at": TIME,
    "event": one_of("outcome"),
    "ms": INT,
    "outcome": TEXT,
    "draw": INT,
}
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
    "state": TEXT,
    "runs": INT,
    "elapsed_ms": INT,
    "surprise": switch,
    "settings": {**_WORMS},
}
_CHANGED = {
    "changed": {str: {"old": None, "new": None}},
    "dry_run": switch,
    "stored": switch,
    "waits_for_next_run": [TEXT],
}
_SOUND = {
    "bytes": INT,
    "changes": [TEXT],
    "format": one_of("wav", "tune", "rtttl"),
    "length_ms": INT,
    "loudness_db": NUMBER,
    "name": TEXT,
    "peak_pct": INT,
    "power_mw": INT,
    "power_most_mw": INT,
    "ram_bytes": INT,
    "ram_most": INT,
    "sounds_ms": INT,
    "voices": INT,
}
_CALIBRATION = {
    "calibration": {
        "from_us": INT,
        "high_deg": INT,
        "home_deg": INT,
        "low_deg": INT,
        "reverse": switch,
        "to_us": INT,
    },
    "stored": switch,
}
_FILE = {"file": TEXT}

# Command line: what it prints. In this order, on one device; seconds go by in between.
_RULE = {"outside": switch, "rule": TEXT, "say": TEXT, "source": TEXT}
SCHEMAS: dict[str, Shape] = {
    "game": {"game": _GAME, "games": [_GAME]},
    "press": _OUTCOME,
    "replay": _OUTCOME,
    "monitor --only outcome --once": (_OUTCOME_EVENT, {**_OUTCOME_EVENT, "coins": INT}),
    "worms status": {**_RUN},
    "worms start": {"reply": one_of("done"), **_RUN},
    "worms stop": {"reply": one_of("done"), **_RUN},
    "worms calibrate --show": _CALIBRATION,
    "worms calibrate --low-deg 70 --yes": _CALIBRATION,
    "table score --card gold --dice G3S4X1": {
        "arithmetic": [{"points": INT, "rule": TEXT, "say": TEXT}],
        "card": TEXT,
        "dice": TEXT,
        "disqualified": switch,
        "on_card": TEXT,
        "opponents_share": INT,
        "points": INT,
    },
    "table risk --card gold --dice G3S4X1": {"choices": [{"dice": TEXT, "out": TEXT}]},
    "table options fortune": {str: {"default": None, "allowed": TEXT, "help": TEXT}},
    "table rule STX-06": _RULE,
    "rules worms": {"rules": [_RULE]},
    "status": {
        "battery": None,
        "counts": [INT],
        "device": {
            "board": TEXT,
            "ended": TEXT,
            "protocol": INT,
            "seeded": switch,
            "uid": TEXT,
            "version": TEXT,
        },
        "draws": INT,
        "faults": {str: INT},
        "lines_dropped": INT,
        "lines_refused": INT,
        "problem_count": INT,
        "problems": [TEXT],
        "ram_free": INT,
        "ram_largest": INT,
        "game": _GAME,
        "seeded": switch,
        "settings": {**_BLOCK},
        "underruns": INT,
        "usb": switch,
    },
    "volume 4": {"cap": INT, "chime": INT, "mute_lock": switch, "volume": INT},
    "mute status": {"muted": switch, "stored": switch},
    "mute on": {"muted": one_of(True), "stored": switch},
    "mute off": {"muted": one_of(False), "stored": switch},
    "profile junior": {"profile": TEXT, "weights": [INT]},
    "odds": {"chances": {str: TEXT}, "mean_coins": TEXT, "profile": TEXT, "weights": [INT]},
    "odds manual": {"chances": {str: TEXT}, "mean_coins": TEXT, "profile": TEXT, "weights": [INT]},
    "odds --test 50": {
        "chances": {str: TEXT},
        "chi_square": NUMBER,
        "counts": {str: INT},
        "degrees_of_freedom": INT,
        "draws": INT,
        "fits": switch,
        "mean_coins": TEXT,
        "p": NUMBER,
        "profile": TEXT,
        "verdict": TEXT,
        "weights": [INT],
    },
    "settings list": {
        "settings": [
            {
                "name": TEXT,
                "help": TEXT,
                "allowed": TEXT,
                "default": None,
                "schema": {str: None},
            }
        ]
    },
    "settings get": {**_BLOCK, **_WORMS, **_OTHERS, "game": _GAME},
    "settings get volume": {"volume": INT},
    "settings set volume=5 --no-wait": _CHANGED,
    "settings export": {
        "product": one_of("pingblock"),
        "schema": INT,
        "settings": {**_BLOCK, **_WORMS, **_OTHERS, "game": _GAME},
    },
    "settings export all.json": _FILE,
    "settings import all.json --yes --no-wait": _CHANGED,
    "settings reset --yes --no-wait": _CHANGED,
    "log": {
        "cells": {"count": INT, "tests": [{str: None}]},
        "crash": TEXT,
        "ended": TEXT,
        "faults": [None],
    },
    "support --output support.zip": {"file": TEXT, "missing": {str: TEXT}},
    "cards --language de": {
        "cards": [
            {
                "battery": [TEXT],
                "game": TEXT,
                "language": one_of("de"),
                "name": TEXT,
                "press": TEXT,
                "silent": [TEXT],
                "silent_title": TEXT,
                "sounds": [{"badge": TEXT, "text": TEXT}],
                "title": TEXT,
            }
        ]
    },
    "cards --language de --output cards.html": {str: None},
    "sounds list": {
        "ram": {"most": INT, "used": INT},
        "sounds": [
            {"bytes": INT, "length_ms": INT, "name": TEXT, "source": TEXT, "tells": [TEXT]}
        ],
    },
    "sounds play ping": {"here": switch, "played": TEXT},
    "sounds render ping ping.wav": _FILE,
    "sounds check ping.wav --as ping": {**_SOUND},
    "sounds put ping ping.wav": {"plays_from": TEXT, "restarts": switch, **_SOUND},
    "sounds reset --yes": {"removed": [TEXT]},
    "update state": {"running": TEXT, "slot": TEXT, "state": TEXT, "why": TEXT},
    "doctor": {
        "ok": switch,
        "findings": [
            {
                "section": TEXT,
                "level": one_of("ok", "hint", "wrong"),
                "code": TEXT,
                "say": TEXT,
                "fix": TEXT,
            }
        ],
    },
    "doctor --udev-rule": {"rule": TEXT},
    "selftest --answers speaker=yes,light=yes,servo=yes --skip block,check,lever": {
        "at": TIME,
        "board": TEXT,
        "host": TEXT,
        "parts": [
            {
                "part": TEXT,
                "verdict": one_of("pass", "fail", "skipped"),
                "by": one_of("person", "device"),
                "note": TEXT,
            }
        ],
        "passed": one_of(True),
        "stopped": one_of(False),
        "report": TEXT,
        "uid": TEXT,
        "version": TEXT,
    },
    "completion bash": {"script": TEXT, "shell": one_of("bash")},
}
# Those that need more than one device on a stage, and where their JSON is tested.
ELSEWHERE = {
    "battery": "tests/unit/pingblock/cli/test_device_commands.py",
    "table board new": "tests/unit/pingblock/cli/test_table_boards.py",
    "table board check": "tests/unit/pingblock/cli/test_table_boards.py",
    "table board edit": "tests/unit/pingblock/cli/test_table_boards.py",
    "table celebration": "tests/unit/pingblock/cli/test_table_boards.py",
    "table hideout": "tests/unit/pingblock/cli/test_table_boards.py",
    "table wasteland": "tests/unit/pingblock/cli/test_table_boards.py",
    "table wasteland_speed": "tests/unit/pingblock/cli/test_table_boards.py",
    "table storm": "tests/unit/pingblock/cli/test_tables_command.py",
    "table fortune": "tests/unit/pingblock/cli/test_tables_command.py",
    "table worms": "tests/unit/pingblock/cli/test_tables_command.py",
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
