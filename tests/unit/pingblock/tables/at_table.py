"""Builders of a table of any game and of the text of a log, for tests."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.tables.games import game_of
from pingblock.tables.table import Table


def table_of(name: str, *players: str, seed: int = 0, **options: Any) -> Table[Any]:
    """Returns a table of Ann and Ben, or of these players, on a board with all its figures."""
    if name == "celebration":
        options.setdefault("board", filled_board())
    return Table(game_of(name), options, players or ("Ann", "Ben"), seed)


def log_text(records: Iterable[Mapping[str, Any]]) -> str:
    """Returns the text of a log with these records."""
    return "".join(json.dumps(record) + "\n" for record in records)
