"""Games that have a referee, by name; each is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pingblock.common.input_file import read_text
from pingblock.errors import BadInput
from pingblock.owner import values
from pingblock.tables.game import TableGame
from pingblock.tables.names import GAMES, PROPERTY
from pingblock.tables.table import settle

_OPTION_BYTES_MOST = 1_000_000


def game_of(name: str) -> TableGame[Any]:
    """Returns the referee of a game; BadInput if there is none of that name."""
    if name == "fortune":
        from pingblock.tables.fortune.referee import FortuneGame

        return FortuneGame()
    if name == "worms":
        from pingblock.tables.worms.referee import WormsGame

        return WormsGame()
    if name == "storm":
        from pingblock.tables.storm.referee import StormGame

        return StormGame()
    if name in PROPERTY:
        from pingblock.tables.property.game import PropertyGame

        return PropertyGame(name)
    near = get_close_matches(name, GAMES, 1, 0.5)
    helps = f": did you mean {near[0]}?" if near else "."
    raise BadInput(f"There is no table '{name}'{helps} There are: {', '.join(GAMES)}.")


def options_of(game: TableGame[Any], assignments: Iterable[str]) -> dict[str, Any]:
    """Reads ``NAME=VALUE`` words, such as finish=5000, into a value for every option.

    ``NAME=@FILE`` takes the text of a file, such as board=@my.toml.

    Raises:
        BadInput: one of them is wrong.
    """
    given = {}
    for word in assignments:
        name, equals, text = word.partition("=")
        if not equals:
            raise BadInput(
                f"'{word}' is not NAME=VALUE. The options are: {', '.join(game.options)}."
            )
        if name in game.options and text.startswith("@"):
            given[name] = _text_of(Path(text[1:]))
        elif name in game.options:
            given[name] = values.read_value(game.options[name].rule, text)
        else:
            given[name] = text  # settle names it
    return settle(game.options, given)


def _text_of(path: Path) -> str:
    return read_text(path, _OPTION_BYTES_MOST)
