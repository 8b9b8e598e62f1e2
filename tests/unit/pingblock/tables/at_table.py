"""Builders of a table of any game and of the text of a log, for tests."""

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import Command, command
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


def refused_offers(table: Table[Any], bot: str, most: float = math.inf) -> int:
    """Lets bots play a game in which every offer is refused. Returns the number of offers.

    A bot must not repeat a refused offer until a deed has changed hands.

    Args:
        table: a table at the beginning of a game.
        bot: name of the bot of each seat.
        most: the game ends after this many different offers, because bots do not remember more.
    """
    bots, refused, times = SeededChance(table.seed, BOTS), set[Command](), 0
    while table.state.result is None and len(refused) < most:
        owner = table.state.owner
        if not table.draw():
            [seat, *_] = table.game.to_act(table.state)
            step = decide(table.game, bot, table.state, seat, bots)
            assert step not in refused
            table.do(step)
            if step.do == "offer":
                table.do(command("refuse", step.arg("to")))
                refused.add(step)
                times += 1
        if table.state.owner != owner:
            refused.clear()
    return times
