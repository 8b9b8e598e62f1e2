"""Adds figures from the deeds, our own figures, or other names to the text of a board file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pingblock.common.values import read_value
from pingblock.errors import BadInput
from pingblock.languages import _
from pingblock.languages.later import name as said_name
from pingblock.tables.allowed import allowed
from pingblock.tables.board_form import Figure, parsed
from pingblock.tables.board_lines import BoardLines
from pingblock.tables.property import board_rules
from pingblock.tables.property.board_check import lacking
from pingblock.tables.property.board_file import load_shipped
from pingware.shared.schema import is_right
from pingware.shared.wording import shown

# sets in the order of their prices, for our own figures
_SETS = ("brown", "light blue", "pink", "orange", "red", "yellow", "green", "dark blue")
_TAX = 2
_WITHOUT_SET = 2  # A utility costs as much as a location of the set at this index in _SETS.


def figure(space: Mapping[str, Any], key: str, text: str) -> Any:
    """Returns the value that was typed for a field of a space, such as rent "2,10,30,90,160,250".

    Raises:
        BadInput: this kind of space does not have the field, or the value is wrong.
    """
    rules = {"name": board_rules.NAME, **board_rules.FIELDS[str(space["kind"])]}
    if key not in rules:
        has = _("{name} has no '{key}'. It has {names}.")
        raise BadInput(has.format(name=said_name(space["name"]), key=key, names=", ".join(rules)))
    value = read_value(rules[key], text)
    if not is_right(rules[key], value):
        must = _("{name}: {key} is {value}, but must be {allowed}.").format(
            name=said_name(space["name"]), key=key, value=shown(value), allowed=allowed(rules[key])
        )
        raise BadInput(must)
    return value


def figures(text: str, typed: Mapping[str, str]) -> tuple[str, list[Figure]]:
    """Adds typed figures to the text of a board file.

    Args:
        text: text of a board file.
        typed: place -> value. A place is the number of the space, a dot and the figure's name:
            ``1.price``.

    Returns:
        The new text, and all figures that the old text lacked.

    Raises:
        BadInput: the board does not lack a figure, or a value is wrong.
    """
    fields = parsed(text, "")
    # A file without spaces extends a shipped board, which has all its figures.
    spaces = fields.get("space", ())
    lacks = {
        f"{number}.{key}": Figure(number, str(space["name"]), str(space.get("set", "")), key)
        for number, space in enumerate(spaces)
        for key in lacking(fields["rules"], space)
    }
    lines, of = text.splitlines(), BoardLines(text).of
    for place, value in typed.items():
        if place not in lacks:
            raise BadInput(_("This board has no missing figure '{place}'.").format(place=place))
        number, _name, _set, key = lacks[place]
        line = of("space", number, "name")
        lines[line - 1] += f"\n{key} = {figure(spaces[number], key, value)}"
    return "\n".join([*lines, ""]), list(lacks.values())


def our_figures(lacks: Iterable[Figure]) -> dict[str, str]:
    """Returns our own value for each figure that a board lacks, by its place: ``1.price``.

    These figures do not come from a source. With them, people can play on a page at once.

    The figures grow with the sets, so that the price of each set is fair. A location pays for
    itself after about five rents without buildings in the cheap sets, and after three in the
    expensive ones.
    """
    return {f"{each.space}.{each.key}": _value(each) for each in lacks}


def _value(figure: Figure) -> str:
    place = _SETS.index(figure.set) if figure.set in _SETS else _WITHOUT_SET
    price, rent, house = place + 2, 1 + place // 3, 1 + place // 2
    mortgage = (price + 1) // 2
    rents = (rent, 2 * rent + 1, 3 * rent + 2, 4 * rent + 3, 5 * rent + 5, 6 * rent + 8)
    values = {
        "price": price,
        "rent": ",".join(map(str, rents)),
        "house_cost": house,
        "hotel_cost": house,
        "mortgage": mortgage,
        "unmortgage": mortgage + 1,
        "tax": _TAX,
    }
    return str(values[figure.key])


def names_of(game: str) -> list[tuple[int, str]]:
    """Returns number and name of each space on a shipped board that a player can own."""
    edition = load_shipped(game)
    return [(number, edition.spaces[number].name) for number in edition.deeds]


def renamed(game: str, text: str, names: Mapping[str, str]) -> str:
    """Returns the text of a board file whose spaces have other names.

    Args:
        game: name of the game of a shipped board.
        text: text of a board file, or "" for a new one that only extends the shipped board.
        names: number of a space -> name. The reader of board files checks the names.
    """
    extending = (
        f'format = {board_rules.FORMAT}\nname = "{game}"\nspec = "{load_shipped(game).spec}"\n'
        f'extends = "{game}"\n\n[rules]\n'
    )
    lines = [f"{number} = {json.dumps(name)}" for number, name in names.items()]
    return "\n".join([text or extending, "[names]", *lines, ""])
