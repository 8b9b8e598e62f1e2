"""Logs of games that each release has written, with the events that they had then.

Later referees must play them with the same events. ``python -m tests.kept_logs 1.0.0`` writes the
logs at a release.
"""

from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path
from typing import Any

from tests.releases import FOLDER
from tests.unit.pingblock.tables.at_table import log_text
from tools.pictures.tables import prepared

from pingblock.tables import log
from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.games import game_of
from pingblock.tables.registry import TABLES
from pingblock.tables.table import replayed

_SEED, _STEPS = 11, 250
_ENDING = ".logs.json.xz"


def names() -> list[str]:
    """Returns the releases whose logs are stored here."""
    return sorted(path.name.removesuffix(_ENDING) for path in FOLDER.glob(f"*{_ENDING}"))


def kept(version: str) -> dict[str, dict[str, Any]]:
    """Returns the log (text) and the events of each game at a release."""
    found: dict[str, dict[str, Any]] = json.loads(lzma.decompress(_place(version).read_bytes()))
    return found


def events_of(text: str) -> list[Any]:
    """Returns the events of a log as the referee of today plays it."""
    table = replayed(log.parsed(text.encode(), "log"), "log", game_of)
    events: list[Any] = json.loads(json.dumps(table.recent(len(table.steps))))
    return events


def _played(name: str) -> str:
    """Returns the log of a game in which bots choose any legal command."""
    table, whims = prepared(name), SeededChance(_SEED, BOTS)
    while len(table.steps) < _STEPS and not table.game.result(table.state):
        if not table.draw():
            seat = table.game.to_act(table.state)[0]
            table.do(decide(table.game, "random", table.state, seat, whims))
    return log_text((log.first_record(table.header), *table.records()))


def _place(version: str) -> Path:
    return FOLDER / f"{version}{_ENDING}"


def keep(version: str) -> Path:
    """Writes a log of each game, with its events."""
    texts = {name: _played(name) for name in TABLES}
    held = {name: {"log": text, "events": events_of(text)} for name, text in texts.items()}
    packed = lzma.compress(json.dumps(held, ensure_ascii=False).encode(), preset=9)
    _place(version).write_bytes(packed)
    return _place(version)


if __name__ == "__main__":
    print(keep(sys.argv[1]))
