"""Begins a page's game, new or stored, and returns the figures of a board."""

from __future__ import annotations

import secrets
from typing import Any

from pingblock.errors import BadInput
from pingblock.languages import N_, _
from pingblock.tables import boards
from pingblock.tables import log as logs
from pingblock.tables.games import game_of, options_of
from pingblock.tables.lines import Fields
from pingblock.tables.registry import TABLES
from pingblock.tables.table import Table, replayed

SEED_BITS = 53  # bits of the largest number that is exact in JavaScript
_LOG = N_("This log")


def board_figures(wanted: object) -> Fields:
    """Returns a board's text with the typed figures, and all figures that can be typed."""
    if not isinstance(wanted, dict):
        raise BadInput("'figures' must be an object with 'game' and 'typed'.")
    found = boards.figures(str(wanted.get("game")), _texts(wanted, "typed"))
    lacks = [each._asdict() for each in found.lacks]
    return {
        **{"board_file": found.text, "lacks": lacks, "ours": found.ours},
        "names": list(map(list, found.names)),
    }


def _texts(wanted: Fields, key: str) -> dict[str, str]:
    """Returns the texts in an object of a request, by name, or {} if it is missing."""
    found = wanted.get(key, {})
    if not isinstance(found, dict):
        raise BadInput(f"'{key}' must be an object.")
    return {name: str(value) for name, value in found.items()}


def opened(wanted: object) -> Table[Any]:
    """Returns the new game that a page requests."""
    if not isinstance(wanted, dict):
        raise BadInput(
            "'open' must be an object with 'game', 'players', 'bots', 'options' and 'seed'."
        )
    game = game_of(str(wanted.get("game")))
    options = {**TABLES[game.name].boxless, **_texts(wanted, "options")}
    if any(value.startswith("@") for value in options.values()):
        raise BadInput(_("A page must send the text of a file, not its name."))
    if "board" not in options and (text := boards.figures(game.name, {}).text):
        options["board"] = text  # It contains our own figures, so that a page can play at once.
    seed = wanted.get("seed")
    if seed is None:
        seed = secrets.randbits(SEED_BITS)
    if type(seed) is not int:
        raise BadInput(_("A seed is a whole number, not '{seed}'.").format(seed=seed))
    players = wanted.get("players", [])
    if not isinstance(players, list):
        raise BadInput("'players' must be a list of names.")
    names = [str(name).strip() for name in players]
    words = [f"{name}={value}" for name, value in options.items()]
    table = Table(game, options_of(game, words), names, seed)
    for name, bot in _texts(wanted, "bots").items():
        if name not in names:
            raise BadInput(
                _("There is no player '{name}' for the bot {bot}.").format(name=name, bot=bot)
            )
        table.hand_to(names.index(name), bot)
    return table


def loaded(text: object) -> Table[Any]:
    """Returns the game that a log contains."""
    written = logs.parsed(str(text).encode(), _(_LOG))
    return replayed(written, _(_LOG), game_of)
