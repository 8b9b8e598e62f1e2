"""Output of each command with ``--json``, as JSON Schema; programs may rely on it.

Nothing may be missing and nothing may be more than is written here, so that a change is seen.
"""

from __future__ import annotations

from typing import Any

from pingblock.owner import options
from pingware.games.block import options as block
from pingware.games.worms import options as worms
from pingware.shared import device_options

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
SWITCH: Schema = {"type": "boolean"}
ANYTHING: Schema = {}
TIME: Schema = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT"}


def one_of(*values: object) -> Schema:
    """A value among these."""
    return {"enum": list(values)}


def a_list(item: Schema) -> Schema:
    """A list of such items."""
    return {"type": "array", "items": item}


def a_map(value: Schema) -> Schema:
    """An object with any names."""
    return {"type": "object", "additionalProperties": value}


def an_object(optional: Schema | None = None, **needed: Schema) -> Schema:
    """An object with exactly these names."""
    return {
        "type": "object",
        "properties": {**needed, **(optional or {})},
        "required": sorted(needed),
        "additionalProperties": False,
    }


ERROR = an_object(error=an_object(code={"type": "string", "pattern": "^[a-z_]+$"}, say=TEXT))

_OUTCOME = an_object(
    outcome=one_of("coins", "laugh", "power_up", "game_over"), coins=WHOLE, draw=WHOLE
)
# Which settings the answers of ``status`` and ``worms`` show; what each may be is declared once.
_BLOCK = {
    name: options.json_schema(options.OPTIONS[name].rule)
    for name in (*device_options.SETTINGS, *block.SETTINGS)
}
_GAME = options.json_schema(options.OPTIONS["game"].rule)
_WORMS = {name: options.json_schema(options.OPTIONS[name].rule) for name in worms.SETTINGS}
# Of the games that are not chosen: shown as well, where all settings are.
_OTHERS = {
    name: options.json_schema(found.rule)
    for name, found in options.OPTIONS.items()
    if name not in {*_BLOCK, *_WORMS, "game"}
}
_RUN = {
    "state": TEXT,
    "runs": WHOLE,
    "elapsed_ms": WHOLE,
    "surprise": SWITCH,
    "settings": an_object(**_WORMS),
}
_CHANGED = an_object(
    changed=a_map(an_object(old=ANYTHING, new=ANYTHING)),
    dry_run=SWITCH,
    stored=SWITCH,
    waits_for_next_run=a_list(TEXT),
)
_SOUND = {
    "bytes": WHOLE,
    "changes": a_list(TEXT),
    "format": one_of("wav", "tune", "rtttl"),
    "length_ms": WHOLE,
    "loudness_db": NUMBER,
    "name": TEXT,
    "peak_pct": WHOLE,
    "power_mw": WHOLE,
    "power_most_mw": WHOLE,
    "ram_bytes": WHOLE,
    "ram_most": WHOLE,
    "sounds_ms": WHOLE,
    "voices": WHOLE,
}
_CALIBRATION = an_object(
    calibration=an_object(
        from_us=WHOLE, high_deg=WHOLE, home_deg=WHOLE, low_deg=WHOLE, reverse=SWITCH, to_us=WHOLE
    ),
    stored=SWITCH,
)
_FILE = an_object(file=TEXT)

# Command line: what it prints. In this order, on one device; seconds go by in between.
_RULE = an_object(outside=SWITCH, rule=TEXT, say=TEXT, source=TEXT)
SCHEMAS: dict[str, Schema] = {
    "game": an_object(game=_GAME, games=a_list(_GAME)),
    "press": _OUTCOME,
    "replay": _OUTCOME,
    "monitor --only outcome --once": an_object(
        {"coins": WHOLE},
        at=TIME,
        event=one_of("outcome"),
        ms=WHOLE,
        outcome=TEXT,
        draw=WHOLE,
    ),
    "worms status": an_object(**_RUN),
    "worms start": an_object(reply=one_of("done"), **_RUN),
    "worms stop": an_object(reply=one_of("done"), **_RUN),
    "worms calibrate --show": _CALIBRATION,
    "worms calibrate --low-deg 70 --yes": _CALIBRATION,
    "table score --card gold --dice G3S4X1": an_object(
        arithmetic=a_list(an_object(points=WHOLE, rule=TEXT, say=TEXT)),
        card=TEXT,
        dice=TEXT,
        disqualified=SWITCH,
        on_card=TEXT,
        opponents_share=WHOLE,
        points=WHOLE,
    ),
    "table risk --card gold --dice G3S4X1": an_object(
        choices=a_list(an_object(dice=TEXT, out=TEXT))
    ),
    "table options fortune": a_map(an_object(default=ANYTHING, allowed=TEXT, help=TEXT)),
    "table rule STX-06": _RULE,
    "rules worms": an_object(rules=a_list(_RULE)),
    "status": an_object(
        battery=ANYTHING,
        counts=a_list(WHOLE),
        device=an_object(
            board=TEXT, ended=TEXT, protocol=WHOLE, seeded=SWITCH, uid=TEXT, version=TEXT
        ),
        draws=WHOLE,
        faults=a_map(WHOLE),
        lines_dropped=WHOLE,
        lines_refused=WHOLE,
        problem_count=WHOLE,
        problems=a_list(TEXT),
        ram_free=WHOLE,
        ram_largest=WHOLE,
        game=_GAME,
        seeded=SWITCH,
        settings=an_object(**_BLOCK),
        underruns=WHOLE,
        usb=SWITCH,
    ),
    "volume 4": an_object(cap=WHOLE, chime=WHOLE, mute_lock=SWITCH, volume=WHOLE),
    "mute status": an_object(muted=SWITCH, stored=SWITCH),
    "mute on": an_object(muted=one_of(True), stored=SWITCH),
    "mute off": an_object(muted=one_of(False), stored=SWITCH),
    "profile junior": an_object(profile=TEXT, weights=a_list(WHOLE)),
    "odds": an_object(chances=a_map(TEXT), mean_coins=TEXT, profile=TEXT, weights=a_list(WHOLE)),
    "odds manual": an_object(
        chances=a_map(TEXT), mean_coins=TEXT, profile=TEXT, weights=a_list(WHOLE)
    ),
    "odds --test 50": an_object(
        chances=a_map(TEXT),
        chi_square=NUMBER,
        counts=a_map(WHOLE),
        degrees_of_freedom=WHOLE,
        draws=WHOLE,
        fits=SWITCH,
        mean_coins=TEXT,
        p=NUMBER,
        profile=TEXT,
        verdict=TEXT,
        weights=a_list(WHOLE),
    ),
    "settings list": an_object(
        settings=a_list(
            an_object(name=TEXT, help=TEXT, allowed=TEXT, default=ANYTHING, schema=a_map(ANYTHING))
        )
    ),
    "settings get": an_object(**_BLOCK, **_WORMS, **_OTHERS, game=_GAME),
    "settings get volume": an_object(volume=WHOLE),
    "settings set volume=5 --no-wait": _CHANGED,
    "settings export": an_object(
        product=one_of("pingblock"),
        schema=WHOLE,
        settings=an_object(**_BLOCK, **_WORMS, **_OTHERS, game=_GAME),
    ),
    "settings export all.json": _FILE,
    "settings import all.json --yes --no-wait": _CHANGED,
    "settings reset --yes --no-wait": _CHANGED,
    "log": an_object(
        cells=an_object(count=WHOLE, tests=a_list(a_map(ANYTHING))),
        crash=TEXT,
        ended=TEXT,
        faults=a_list(ANYTHING),
    ),
    "support --output support.zip": an_object(file=TEXT, missing=a_map(TEXT)),
    "cards --language de": an_object(
        cards=a_list(
            an_object(
                battery=a_list(TEXT),
                game=TEXT,
                language=one_of("de"),
                name=TEXT,
                press=TEXT,
                silent=a_list(TEXT),
                silent_title=TEXT,
                sounds=a_list(an_object(badge=TEXT, text=TEXT)),
                title=TEXT,
            )
        )
    ),
    "cards --language de --output cards.html": a_map(ANYTHING),
    "sounds list": an_object(
        ram=an_object(most=WHOLE, used=WHOLE),
        sounds=a_list(
            an_object(bytes=WHOLE, length_ms=WHOLE, name=TEXT, source=TEXT, tells=a_list(TEXT))
        ),
    ),
    "sounds play ping": an_object(here=SWITCH, played=TEXT),
    "sounds render ping ping.wav": _FILE,
    "sounds check ping.wav --as ping": an_object(**_SOUND),
    "sounds put ping ping.wav": an_object(plays_from=TEXT, restarts=SWITCH, **_SOUND),
    "sounds reset --yes": an_object(removed=a_list(TEXT)),
    "update state": an_object(running=TEXT, slot=TEXT, state=TEXT, why=TEXT),
    "doctor": an_object(
        ok=SWITCH,
        findings=a_list(
            an_object(
                section=TEXT, level=one_of("ok", "hint", "wrong"), code=TEXT, say=TEXT, fix=TEXT
            )
        ),
    ),
    "doctor --udev-rule": an_object(rule=TEXT),
    "selftest --answers speaker=yes,light=yes,servo=yes --skip block,check,lever": an_object(
        at=TIME,
        board=TEXT,
        host=TEXT,
        parts=a_list(
            an_object(
                part=TEXT,
                verdict=one_of("pass", "fail", "skipped"),
                by=one_of("person", "device"),
                note=TEXT,
            )
        ),
        passed=one_of(True),
        stopped=one_of(False),
        report=TEXT,
        uid=TEXT,
        version=TEXT,
    ),
    "completion bash": an_object(script=TEXT, shell=one_of("bash")),
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
