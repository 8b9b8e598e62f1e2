"""Adds missing figures to the text of a board file, as the owner reads them on the deeds."""

from __future__ import annotations

from collections.abc import Mapping
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
from pingware.shared.schema import is_right
from pingware.shared.wording import shown


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
