"""Output of each command with ``--json``, as shapes. Programs can rely on it.

The shapes are those of ``pingblock.connection.shapes``. The output must have exactly these fields,
so that the tests notice a change.
"""

from __future__ import annotations

import re

from pingblock.common import options
from pingblock.common.checked import number
from pingblock.connection.answers import CalibrationValues, Outcome, Volume
from pingblock.connection.shapes import INT, TEXT, Shape, answer, shape_of
from pingblock.tables.property.board_file import SHIPPED
from pingblock.tables.registry import TABLES
from pingware.games.block import options as block
from pingware.games.block.outcomes import FAMILIES
from pingware.games.worms import options as worms
from pingware.shared import device_options
from pingware.shared.schema import one_of, such_that, switch, text

NUMBER = number(-1e9, 1e9, "anything")
TIME = such_that(text(40), re.compile(r"\d{4}-\d\d-\d\dT").match, "a time")
_CODE = such_that(text(40), re.compile("[a-z_]+$").match, "a code")
ERROR: Shape = {"error": {"code": _CODE, "say": TEXT}}


_OUTCOME = {**shape_of(Outcome), "outcome": one_of(*(each.kind for each in FAMILIES))}
del _OUTCOME["details"]  # Only other games have this field.
_EVENT = {"at": TIME, "event": one_of("outcome"), "ms": INT, "outcome": TEXT, "draw": INT}
# Settings in the answers of ``status`` and ``worms``. Other modules declare their values.
_BLOCK = {
    name: options.OPTIONS[name].rule for name in (*device_options.DEVICE_SETTINGS, *block.SETTINGS)
}
_GAME = options.OPTIONS["game"].rule
_WORMS = {name: options.OPTIONS[name].rule for name in worms.SETTINGS}
# Settings of the games that are not chosen, for output that shows all settings.
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
    **dict.fromkeys(("bytes", "length_ms", "peak_pct", "power_mw", "power_most_mw"), INT),
    **dict.fromkeys(("ram_bytes", "ram_most", "sounds_ms", "voices"), INT),
    "changes": [TEXT],
    "format": one_of("wav", "tune", "rtttl"),
    "loudness_db": NUMBER,
    "name": TEXT,
}
_CALIBRATION = {
    "calibration": shape_of(CalibrationValues),
    "stored": switch,
}
_DEVICE = ("board", "ended", "protocol", "seeded", "uid", "version")
_FILE = {"file": TEXT}
_ODDS = {"chances": {str: TEXT}, "mean_coins": TEXT, "profile": TEXT, "weights": [INT]}

# Command line -> shape of its output, in this order on one device. Seconds pass between them.
_RULE = {"outside": switch, "rule": TEXT, "say": TEXT, "source": TEXT}
_FIRMWARE = {"other": TEXT, "running": TEXT, "slot": TEXT, "state": TEXT, "why": TEXT}
_STATUS = {
    **answer("status"),
    "firmware": _FIRMWARE,
    "device": {name: answer("hello")[name] for name in _DEVICE},
    "game": _GAME,
    "settings": {**_BLOCK},
}
SCHEMAS: dict[str, Shape] = {
    "game": {"game": _GAME, "games": [_GAME]},
    "press": _OUTCOME,
    "replay": _OUTCOME,
    "monitor --only outcome --once": (_EVENT, {**_EVENT, "coins": INT}),
    "worms status": {**_RUN},
    "worms start": {"reply": one_of("done"), **_RUN},
    "worms stop": {"reply": one_of("done"), **_RUN},
    "worms calibrate --show": _CALIBRATION,
    "worms calibrate --low-deg 70 --yes": _CALIBRATION,
    "table score --card gold --dice G3S4X1": {
        "arithmetic": [{"points": INT, "rule": TEXT, "say": TEXT}],
        **dict.fromkeys(("card", "dice", "on_card"), TEXT),
        **dict.fromkeys(("points", "opponents_share"), INT),
        "disqualified": switch,
    },
    "table risk --card gold --dice G3S4X1": {"choices": [{"dice": TEXT, "out": TEXT}]},
    "table options fortune": {str: {"default": None, "allowed": TEXT, "help": TEXT}},
    "table rule STX-06": _RULE,
    "rules worms": {"rules": [_RULE]},
    "status": _STATUS,
    "status --log": {
        **_STATUS,
        "log": {
            "cells": {"count": INT, "tests": [{str: None}]},
            "crash": TEXT,
            "ended": TEXT,
            "faults": [None],
        },
    },
    "volume 4": shape_of(Volume),
    "restart": {"version": TEXT},
    "mute status": {"muted": switch, "stored": switch},
    "mute on": {"muted": one_of(True), "stored": switch},
    "mute off": {"muted": one_of(False), "stored": switch},
    "odds": _ODDS,
    "odds junior": _ODDS,
    "odds manual --dry-run": _ODDS,
    "odds --test 50": {
        **_ODDS,
        "chi_square": NUMBER,
        "counts": {str: INT},
        "degrees_of_freedom": INT,
        "draws": INT,
        "fits": switch,
        "p": NUMBER,
        "verdict": TEXT,
    },
    "settings list": {
        "settings": [
            {
                **dict.fromkeys(("name", "help", "allowed"), TEXT),
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
    "support --output support.zip": {"file": TEXT, "missing": {str: TEXT}},
    "cards --language de": {
        "cards": [
            {
                **dict.fromkeys(("game", "name", "press", "silent_title", "title"), TEXT),
                "battery": [TEXT],
                "silent": [TEXT],
                "language": one_of("de"),
                "sounds": [{"badge": TEXT, "text": TEXT}],
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
    "update state": _FIRMWARE,
    "doctor": {
        "ok": switch,
        "findings": [
            {
                **dict.fromkeys(("section", "code", "say", "fix"), TEXT),
                "level": one_of("ok", "hint", "wrong"),
            }
        ],
    },
    "doctor --udev-rule": {"rule": TEXT},
    "selftest --answers speaker=yes,light=yes,servo=yes --skip block,check,lever": {
        "at": TIME,
        **dict.fromkeys(("board", "host", "report", "uid", "version"), TEXT),
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
    },
    "pins": {"base": switch, "own": [TEXT], "pins": {str: INT}},
    "completion bash": {"script": TEXT, "shell": one_of("bash")},
}
# Commands that need more than one device, and where their JSON is tested.
ELSEWHERE = {
    "battery": "tests/unit/pingblock/cli/test_device_commands.py",
    "table board new": "tests/unit/pingblock/cli/test_table_boards.py",
    "table board check": "tests/unit/pingblock/cli/test_table_boards.py",
    "table board edit": "tests/unit/pingblock/cli/test_table_boards.py",
    **{f"table {name}": "tests/unit/pingblock/cli/test_tables_command.py" for name in TABLES},
    **{f"table {name}": "tests/unit/pingblock/cli/test_table_boards.py" for name in SHIPPED},
    "devices": "tests/unit/pingblock/cli/test_device_commands.py",
    "play": "tests/unit/pingblock/cli/test_play.py",
    "virtual serve": "tests/unit/pingblock/cli/test_virtual_serve.py",
    "study": "tests/unit/pingblock/cli/test_study_command.py",
    "virtual reset": "tests/unit/pingblock/cli/test_own_block.py",
    "virtual sweep": "tests/unit/pingblock/cli/test_sweep_command.py",
    "virtual run": "tests/unit/pingblock/cli/test_virtual.py",
    "install": "tests/scenarios/trials/programs/test_carry_over.py",
    "image": "tests/scenarios/trials/programs/test_flash.py",
    "flash": "tests/scenarios/trials/programs/test_flash.py",
    "update confirm": "tests/scenarios/trials/programs/test_update.py",
    "update rollback": "tests/scenarios/trials/programs/test_update.py",
}
