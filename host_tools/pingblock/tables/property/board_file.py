"""Reads an edition's board file in TOML. Reports faults with file, line and reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import files
from typing import Any

from pingblock.errors import BadInput
from pingblock.languages import _
from pingblock.tables.board_form import (
    BoardReport,
    Fault,
    Fields,
    are_tables,
    key_faults,
    must_be,
    parsed,
    placed,
    refuse,
)
from pingblock.tables.board_lines import BoardLines
from pingblock.tables.property import board_rules, deck_file
from pingblock.tables.property.board import BoardSpace, Edition, MissingFigures, PropertyRules
from pingblock.tables.property.board_check import (
    contradictions,
    figures_missing,
    missing_in_words,
)
from pingware.shared.schema import is_right

SHIPPED = ("celebration", "hideout", "wasteland", "wasteland_speed")

_TABLES = ("rules", "names", "space", "card")


def shipped_text(name: str) -> str:
    """Returns the text of a shipped board file.

    Args:
        name: one of ``SHIPPED``.
    """
    return (files(__package__) / "boards" / f"{name}.toml").read_text(encoding="utf-8")


def load_shipped(name: str) -> Edition:
    """Reads a shipped edition, one of ``SHIPPED``."""
    return read_board(shipped_text(name), name)


def read_board(text: str, place: str) -> Edition:
    """Reads the text of a board file.

    Args:
        text: text in TOML.
        place: name of the file, for messages.

    Raises:
        BadInput: the file has faults. The message has a line for each: file, line and reason.
    """
    fields = parsed(text, place)
    lines = BoardLines(text)
    faults = [*_top_faults(fields, lines)]
    if not faults and "extends" in fields:
        fields = _extended(fields, place, lines)
    if not faults:
        faults = [*_rule_faults(fields["rules"], lines), *_name_faults(fields, lines)]
        fields = {**fields, "space": _renamed(fields)} if not faults else fields
        faults += _space_faults(fields["space"], lines)
    if not faults:
        faults = list(contradictions(fields["rules"], fields["space"], lines.of))
        faults += deck_file.faults_of(fields.get("card", ()), fields["space"], lines)
    refuse(faults, place)
    return _edition(fields, figures_missing(fields["rules"], fields["space"], lines.of))


def _top_faults(fields: Fields, lines: BoardLines) -> list[Fault]:
    """Returns the faults of keys outside of TOML tables."""
    needed = ["format", "name", "spec", "rules"]
    if "extends" not in fields:
        needed += ["house", "hotel", "space"]
    line_of = partial(lines.of, "", 0)
    faults = list(key_faults(fields, board_rules.TOP, needed, line_of, _TABLES))
    for key in ("rules", "names"):
        if not isinstance(fields.get(key, {}), dict):
            say = _("'{key}' must be a table, [{key}].").format(key=key)
            faults.append((lines.of("", 0, key), say))
    for key in ("space", "card"):
        if not are_tables(fields.get(key, [])):
            say = _("'{key}' must be tables, [[{key}]].").format(key=key)
            faults.append((lines.of("", 0, key), say))
    spaces = fields.get("space")
    if isinstance(spaces, list) and not (
        board_rules.SPACES_LEAST <= len(spaces) <= board_rules.SPACES_MOST
    ):
        say = _("A board has {least} to {most} spaces, not {count}.").format(
            least=board_rules.SPACES_LEAST, most=board_rules.SPACES_MOST, count=len(spaces)
        )
        faults.append((lines.of("space"), say))
    return faults


def _extended(fields: Fields, place: str, lines: BoardLines) -> Fields:
    """Returns the fields of the shipped board that a file extends, with the file's changes."""
    if fields["extends"] not in SHIPPED:
        line = lines.of("", 0, "extends")
        say = _("'extends' must be one of {names}.").format(names=", ".join(SHIPPED))
        raise BadInput(placed(place, (line, say)))
    base = parsed(shipped_text(fields["extends"]), fields["extends"])
    if "extends" in base:
        base = _extended(base, fields["extends"], lines)
    if "space" in fields:
        base.pop("card", None)  # The decks of the shipped board belong to its spaces.
    return {**base, **fields, "rules": {**base["rules"], **fields["rules"]}}


def _rule_faults(rules: Fields, lines: BoardLines) -> list[Fault]:
    needed = list(board_rules.RULES)
    known = {**board_rules.RULES, **board_rules.CHOICES}
    return list(key_faults(rules, known, needed, partial(lines.of, "rules", 0)))


def _name_faults(fields: Fields, lines: BoardLines) -> Iterator[Fault]:
    """Yields the faults in ``[names]``, which gives other names to spaces, by number."""
    most = len(fields["space"]) - 1
    for number, name in fields.get("names", {}).items():
        line = lines.of("names", 0, number)
        if not (number.isdecimal() and int(number) <= most):
            say = _("'{number}' is not the number of a space: this board has 0 to {most}.")
            yield line, say.format(number=number, most=most)
        elif not is_right(board_rules.NAME, name):
            yield line, must_be(number, board_rules.NAME, name)


def _renamed(fields: Fields) -> list[Fields]:
    names = {int(number): name for number, name in fields.get("names", {}).items()}
    return [
        {**space, "name": names[number]} if number in names else space
        for number, space in enumerate(fields["space"])
    ]


def _space_faults(spaces: list[Fields], lines: BoardLines) -> list[Fault]:
    faults: list[Fault] = []
    for index, fields in enumerate(spaces):
        line_of = partial(lines.of, "space", index)
        kind = fields.get("kind")
        if not is_right(board_rules.KIND, kind):
            faults.append((line_of("kind"), must_be("kind", board_rules.KIND, kind)))
            continue
        own = board_rules.FIELDS[str(kind)]
        rules = {"kind": board_rules.KIND, "name": board_rules.NAME, **own}
        needed = ["name", *(key for key in board_rules.NEEDED if key in own)]
        faults += key_faults(fields, rules, needed, line_of)
    return faults


def _edition(fields: Fields, missing: Iterable[MissingFigures]) -> Edition:
    rules = {"hotel_houses": fields["rules"]["houses_before_hotel"], **fields["rules"]}
    return Edition(
        name=fields["name"],
        spec=fields["spec"],
        house=fields["house"],
        hotel=fields["hotel"],
        unverified=tuple(fields.get("unverified", ())),
        rules=PropertyRules(**_frozen(rules)),
        spaces=tuple(BoardSpace(**_frozen(each)) for each in fields["space"]),
        missing=tuple(missing),
        cards=deck_file.made(fields.get("card", ())),
    )


def _frozen(value: object) -> Any:
    """Returns a value of a TOML file with tuples instead of lists."""
    if isinstance(value, dict):
        return {name: _frozen(each) for name, each in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def report(text: str, place: str) -> BoardReport:
    """Returns facts about a board file's text. Raises the errors of ``read_board``."""
    found = read_board(text, place)
    count = len(found.spaces)
    missing = [missing_in_words(each, place) for each in found.missing]
    return BoardReport(found.name, count, len(found.deeds), "deeds", missing, found.unverified)
