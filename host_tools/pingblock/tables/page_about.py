"""What a page learns about a game before it begins, and about a device at its table."""

from __future__ import annotations

from typing import Any

from pingblock.languages import _
from pingblock.owner.options import choices
from pingblock.tables.allowed import allowed
from pingblock.tables.bots import PLAIN, RANDOM
from pingblock.tables.calls import called
from pingblock.tables.games import device_of, device_settings, game_of
from pingblock.tables.registry import TABLES
from pingblock.tables.table import Table


def about_game(name: str) -> dict[str, Any]:
    """Returns what a page needs in order to begin a game."""
    game = game_of(name)
    options = [
        {
            "name": each.name,
            "help": _(each.help),
            "allowed": allowed(each.rule),
            "choices": choices(each.rule),
            "default": TABLES[name].boxless.get(each.name, each.default),
        }
        for each in game.options.values()
    ]
    players = [game.players[0], game.players[-1]]
    return {
        "name": name,
        "about": _(TABLES[name].say),
        "players": players,
        "options": options,
        "bots": list(dict.fromkeys((PLAIN, *game.bots, RANDOM))),
    }


def about_device(table: Table[Any]) -> dict[str, Any]:
    """Returns what a page needs in order to seat a device at a table."""
    game, side = table.game, device_of(table.game)
    rolls = TABLES[game.name].press_games
    return {
        "games": rolls,
        "set": device_settings(table),
        "of": {} if rolls else {"of": game.name},
        "begin": dict(side.new_game),
        "calls": called(side.calls),
    }
