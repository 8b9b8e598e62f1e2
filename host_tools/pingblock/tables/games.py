"""The parts of the games with a referee, by name. Each part is loaded when it is needed."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pingblock.common import values
from pingblock.common.input_file import read_text
from pingblock.errors import BadInput
from pingblock.languages import _
from pingblock.tables.device_side import DeviceSide
from pingblock.tables.game import State, TableGame
from pingblock.tables.looks import Looks, plain_looks
from pingblock.tables.registry import TABLES
from pingblock.tables.table import Table, settle

_OPTION_BYTES_MOST = 1_000_000


def game_of(name: str) -> TableGame[Any]:
    """Returns the referee of a game. Raises BadInput if no game has this name."""
    if name in TABLES:
        return TABLES[name].parts().game()
    near = get_close_matches(name, TABLES, 1, 0.5)
    helps = ": " + _("did you mean {word}?").format(word=near[0]) if near else "."
    say = _("There is no game '{name}'{helps} There are: {names}.")
    raise BadInput(say.format(name=name, helps=helps, names=", ".join(TABLES)))


def title_of(game: TableGame[State]) -> str:
    """Returns the title of a game."""
    return _(TABLES[game.name].title) if game.name in TABLES else game.name


def device_of(game: TableGame[State]) -> DeviceSide[State]:
    """Returns the device side of a game: what a device's events mean, and the calls."""
    record = TABLES.get(game.name)
    return (record.parts().device if record else None) or DeviceSide()


def device_settings(table: Table[State]) -> dict[str, object]:
    """Returns the settings of the device that follow from the options of a game."""
    return device_of(table.game).settings(table.options, table.state)


def looks_of(game: TableGame[State]) -> Looks[State]:
    """Returns the words of a game for the panels, which otherwise show its ``view``."""
    record = TABLES.get(game.name)
    looks = record.parts().looks if record else None
    return looks or plain_looks(game)


def options_of(game: TableGame[State], assignments: Iterable[str]) -> dict[str, object]:
    """Reads ``NAME=VALUE`` words, such as finish=5000, into a value for every option.

    ``NAME=@FILE`` takes the text of a file, such as board=@my.toml.

    Raises:
        BadInput: a word is wrong.
    """
    given = {}
    for word in assignments:
        name, equals, text = word.partition("=")
        if not equals:
            say = _("'{word}' is not NAME=VALUE. The options are: {names}.")
            raise BadInput(say.format(word=word, names=", ".join(game.options)))
        if name in game.options and text.startswith("@"):
            given[name] = read_text(Path(text[1:]), _OPTION_BYTES_MOST)
        elif name in game.options:
            given[name] = values.read_value(game.options[name].rule, text)
        else:
            given[name] = text  # ``settle`` reports the unknown option.
    return settle(game.options, given)
