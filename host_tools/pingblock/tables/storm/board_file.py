"""Reads board files of ``storm`` in TOML. Faults are reported with file, line and reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from importlib.resources import files

from pingblock.languages import _
from pingblock.tables.board_form import (
    BoardFiles,
    BoardReport,
    Fault,
    Fields,
    are_tables,
    key_faults,
    parsed,
    refuse,
)
from pingblock.tables.board_lines import BoardLines
from pingblock.tables.storm import board
from pingblock.tables.storm.board import StormBoard, StormItem, StormSpace
from pingware.shared.schema import Rule, list_of, one_of, switch, text, whole

SPACES_LEAST, SPACES_MOST = 8, 80
NAME = text(30, 1)
_HP = whole(0, board.HP_MOST)
_SPEC = "FN"
_TOP: dict[str, Rule] = {
    "format": one_of(1),
    "name": NAME,
    "spec": one_of(_SPEC),
    "unverified": list_of(text(200, 1), 40),
    "storm_cards": list_of(whole(0, SPACES_MOST - 1), board.STORM_CARDS),
}
_TABLES = ("space", "chest")
_COSTS: dict[str, Rule] = {"set": NAME, "cost": _HP, "storm_cost": _HP}
_KINDS = (*board.CORNERS, board.LOCATION, board.CHEST, board.CAMPFIRE, board.TRAP)
_SPACE: dict[str, Rule] = {"kind": one_of(*_KINDS), "name": NAME}
_ITEM: dict[str, Rule] = {
    "name": NAME,
    "count": whole(1, board.CHEST_CARDS),
    "once": switch,
    "gain": _HP,
    "damage": _HP,
    "far": switch,
}


def shipped_text() -> str:
    """Returns the text of the shipped board."""
    assert __package__ is not None
    return (files(__package__) / "board.toml").read_text(encoding="utf-8")


def read_board(written: str, place: str) -> StormBoard:
    """Reads the text of a board file.

    Args:
        written: text in TOML.
        place: name of the file, for messages.

    Raises:
        BadInput: the file has faults. The message has a line for each: file, line and reason.
    """
    fields = parsed(written, place)
    lines = BoardLines(written)
    refuse(list(_form(fields, lines)) or _sense(fields, lines), place)
    return StormBoard(
        name=fields["name"],
        unverified=tuple(fields.get("unverified", ())),
        spaces=tuple(StormSpace(**each) for each in fields["space"]),
        storm_cards=tuple(fields.get("storm_cards", ())),
        chest=tuple(_items(fields.get("chest", ()))),
    )


def _items(tables: list[Fields]) -> Iterator[StormItem]:
    for table in tables:
        own = {name: value for name, value in table.items() if name != "count"}
        yield from [StormItem(**own)] * table.get("count", 1)


def _form(fields: Fields, lines: BoardLines) -> Iterator[Fault]:
    """Yields unknown keys, missing keys and wrong values."""
    top = {key: value for key, value in fields.items() if key not in _TABLES}
    yield from key_faults(top, _TOP, ("format", "name", "spec"), partial(lines.of, "", 0))
    for name in _TABLES:
        if not are_tables(fields.get(name, [])):
            say = _("'{name}' must be tables, [[{name}]].").format(name=name)
            yield lines.of("", 0, name), say
            return
    count = len(fields.get("space", []))
    if not SPACES_LEAST <= count <= SPACES_MOST:
        say = _("A board has {least} to {most} spaces, not {count}.")
        yield lines.of("space"), say.format(least=SPACES_LEAST, most=SPACES_MOST, count=count)
    for at, table in enumerate(fields.get("space", [])):
        own = _COSTS if table.get("kind") == board.LOCATION else {}
        known = {**_SPACE, **own}
        yield from key_faults(table, known, known, partial(lines.of, "space", at))
    for at, table in enumerate(fields.get("chest", [])):
        yield from key_faults(table, _ITEM, ("name",), partial(lines.of, "chest", at))


def _sense(fields: Fields, lines: BoardLines) -> Iterator[Fault]:
    """Yields contradictions between values that are valid on their own."""
    spaces = fields["space"]
    kinds = [space["kind"] for space in spaces]
    corners = tuple(kind for kind in kinds if kind in board.CORNERS)
    if corners != board.CORNERS or kinds[0] != board.GO:
        order = ", ".join(board.CORNERS)
        say = _("A board must begin with go. Its corners must be, in order, {order}.")
        yield lines.of("space"), say.format(order=order)
    sets = Counter(space["set"] for space in spaces if "set" in space)
    for at, space in enumerate(spaces):
        if sets.get(space.get("set", ""), 2) != 2:
            say = _("The colour '{set}' needs two locations.").format(set=space["set"])
            yield lines.of("space", at, "set"), say
        if space.get("storm_cost", 0) < space.get("cost", 0):
            say = _("'storm_cost' must not be below 'cost'.")
            yield lines.of("space", at, "storm_cost"), say
    cards = fields.get("storm_cards", ())
    if len(cards) not in (0, board.STORM_CARDS):
        say = _(
            "'storm_cards' must name {n} spaces, one for each card, or be empty. It names {count}."
        )
        counted = say.format(n=board.STORM_CARDS, count=len(cards))
        yield lines.of("", 0, "storm_cards"), counted
    if any(at >= len(spaces) for at in cards):
        say = _("'storm_cards' must be numbers of spaces, 0 to {most}.")
        yield lines.of("", 0, "storm_cards"), say.format(most=len(spaces) - 1)
    if sum(item.get("count", 1) for item in fields.get("chest", ())) > board.CHEST_CARDS:
        say = _("The chest has only {n} cards.").format(n=board.CHEST_CARDS)
        yield lines.of("chest"), say


def _report(written: str, place: str) -> BoardReport:
    found = read_board(written, place)
    owned = sum(space.set != "" for space in found.spaces)
    return BoardReport(found.name, len(found.spaces), owned, "locations", (), found.unverified)


BOARDS = BoardFiles((_SPEC,), lambda game: shipped_text(), _report)
