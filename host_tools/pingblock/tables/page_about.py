"""Facts for a page about a game before it begins, and about its device."""

from __future__ import annotations

from collections.abc import Callable

from pingblock.common.options import Option, choices
from pingblock.languages import N_, _
from pingblock.tables.allowed import allowed
from pingblock.tables.arguments import value_words
from pingblock.tables.bots import PLAIN, RANDOM
from pingblock.tables.calls import called
from pingblock.tables.game import State
from pingblock.tables.games import device_of, device_settings, game_of
from pingblock.tables.registry import TABLES
from pingblock.tables.table import Table
from pingware.shared import schema

# Words for values of options on the page. A terminal uses the values themselves.
_WORDS = {
    "board": N_("as usual"),  # as in the board file
    "on": N_("yes"),
    "off": N_("no"),
    "hand": N_("you draw from the box"),
    "deck": N_("the page draws"),
    "none": N_("no cards"),
    "pk35": N_("the deck of a sister edition"),
    "fortune35_guess": N_("our guess"),
    "paper": N_("your own deck"),
    **{"en": "English", "de": "Deutsch", "pt": "Português", "pl": "Polski"},
}


def about_game(name: str) -> dict[str, object]:
    """Returns the facts that a page needs to begin a game."""
    game = game_of(name)
    options = [_about_option(name, each) for each in game.options.values()]
    players = [game.players[0], game.players[-1]]
    return {
        "name": name,
        "about": _(TABLES[name].say),
        "players": players,
        "options": options,
        "bots": list(dict.fromkeys((PLAIN, *game.bots, RANDOM))),
    }


def _about_option(game: str, option: Option) -> dict[str, object]:
    """Returns the facts for an option's field on a page. ``number`` has the limits, if any."""
    rule = option.rule
    rules = rule.of if rule.kind == schema.EITHER else (rule,)
    numbers = [[each.least, each.most] for each in rules if each.kind == schema.WHOLE]
    counts = any(each.kind == schema.OBJECT for each in rules)
    things: Callable[[], list[tuple[str, str]]] = getattr(game_of(game), "things", list)
    return {
        "name": option.name,
        "help": _(option.help),
        "allowed": allowed(rule),
        "choices": [[text, _words(text)] for each in rules for text in choices(each)],
        "number": numbers[0] if numbers else None,
        "things": things() if counts else [],
        "default": TABLES[game].boxless.get(option.name, option.default),
    }


def _words(value: str) -> str:
    return _(_WORDS[value]) if value in _WORDS else value_words(value)


def about_device(table: Table[State]) -> dict[str, object]:
    """Returns the facts that a page needs to connect a device with a game."""
    game, side = table.game, device_of(table.game)
    rolls = TABLES[game.name].press_games
    return {
        "games": rolls,
        "gives": list(side.gives),
        "set": device_settings(table),
        "of": {} if rolls else {"of": game.name},
        "begin": dict(side.new_game),
        "calls": called(side.calls),
    }
