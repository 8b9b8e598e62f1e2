"""Finds contradictions and missing figures in a board file. Its single values must be valid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from pingblock.languages import _
from pingblock.tables.board_form import placed
from pingblock.tables.property import board
from pingblock.tables.property.board_rules import MONEY_MOST

Fields = Mapping[str, Any]


class LineFinder(Protocol):
    """Returns the line of a key, as ``BoardLines.of`` does."""

    def __call__(self, table: str = "", index: int = 0, key: str = "") -> int: ...


def contradictions(
    rules: Fields, spaces: Sequence[Fields], line: LineFinder
) -> Iterator[tuple[int, str]]:
    """Yields line and reason of each contradiction. The single values must be valid."""
    kinds = [space["kind"] for space in spaces]
    yield from _corners(kinds, line)
    yield from _names(spaces, line)
    sets = Counter(space["set"] for space in spaces if "set" in space)
    for index, space in enumerate(spaces):
        if sets.get(space.get("set", ""), 2) < 2:
            at = line("space", index, "set")
            alone = _("The set '{set}' has one location. A set has two or more.")
            yield at, alone.format(set=space["set"])
        if space.get("set_rent", MONEY_MOST) < space.get("rent", [0])[0]:
            at = line("space", index, "set_rent")
            yield at, _("'set_rent' must not be less than the first of 'rent'.")
        yield from _mortgage(index, space, rules["interest_pct"], line)
    for kind, key in ((board.STATION, "station_rent"), (board.UTILITY, "utility_factor")):
        count = kinds.count(kind)
        if len(rules[key]) != count:
            each = _("'{key}' must have one for each {kind} of the board, which has {count}.")
            yield line("rules", 0, key), each.format(key=key, kind=kind, count=count)
    if rules["bonus_roll"] != "none" and rules["dice"] < 2:
        yield line("rules", 0, "bonus_roll"), _("With one die, 'bonus_roll' must be none.")
    if (rules["jail_exit"] == "six") != (rules["dice"] == 1):
        yield line("rules", 0, "jail_exit"), _("'jail_exit' must be six with 1 die and only then.")
    box, dealt = (_worth(rules[key]) for key in ("box_coins", "start_coins"))
    if box and box < dealt * rules["players"][1]:
        few = _(
            "'box_coins' are only {box} in all, but {n} players begin with {dealt} each. If you "
            "do not know the coins, write []."
        )
        say = few.format(box=box, n=rules["players"][1], dealt=dealt)
        yield line("rules", 0, "box_coins"), say
    deeds = sum(kind in board.DEEDS for kind in kinds)
    if rules["free_deeds"] * rules["players"][1] > deeds:
        many = _("'free_deeds' takes more than all {n} deeds.")
        yield line("rules", 0, "free_deeds"), many.format(n=deeds)


def _worth(coins: Sequence[Sequence[int]]) -> int:
    """Returns the total of pairs of value and number."""
    return sum(value * number for value, number in coins)


def _corners(kinds: Sequence[str], line: LineFinder) -> Iterator[tuple[int, str]]:
    if kinds[0] != board.GO:
        yield line("space", 0, "kind"), _("The first space must be of the kind go.")
    for kind in (board.GO, board.JAIL):
        if kinds.count(kind) != 1:
            where = [index for index, each in enumerate(kinds) if each == kind]
            at = line("space", where[1], "kind") if where else line("space")
            yield at, _("A board has exactly one space of the kind {kind}.").format(kind=kind)


def _names(spaces: Sequence[Fields], line: LineFinder) -> Iterator[tuple[int, str]]:
    deeds: dict[str, int] = {}
    for index, space in enumerate(spaces):
        if space["kind"] in board.DEEDS:
            other = deeds.setdefault(space["name"], index)
            if other != index:
                at = line("space", other, "name")
                taken = _("The name '{name}' is taken by the deed of line {line}.")
                say = taken.format(name=space["name"], line=at)
                yield line("space", index, "name"), say


def _mortgage(
    index: int, space: Fields, interest_pct: int, line: LineFinder
) -> Iterator[tuple[int, str]]:
    if "unmortgage" not in space:
        return
    at = line("space", index, "unmortgage")
    if interest_pct:
        follows = _("'unmortgage' follows from 'interest_pct', {n}: leave it out.")
        yield at, follows.format(n=interest_pct)
    elif space["unmortgage"] < space.get("mortgage", 0):
        yield at, _("'unmortgage' must not be less than 'mortgage'.")


def figures_missing(
    rules: Fields, spaces: Sequence[Fields], line: LineFinder
) -> Iterator[board.MissingFigures]:
    """Yields each space whose figures are left out."""
    for index, space in enumerate(spaces):
        if lacks := lacking(rules, space):
            yield board.MissingFigures(line("space", index), space["name"], tuple(lacks))


def missing_in_words(missing: board.MissingFigures, place: str) -> str:
    """Returns a sentence about a space without figures: file, line, and what to do."""
    say = _("{name} lacks {figures}: type in what your board says.")
    reason = say.format(name=missing.name, figures=", ".join(missing.figures))
    return placed(place, (missing.line, reason))


def lacking(rules: Fields, space: Fields) -> list[str]:
    """Returns the missing figures of a space, without which a game cannot begin."""
    deed = ["price", "mortgage"] + ([] if rules["interest_pct"] else ["unmortgage"])
    wanted = {
        board.LOCATION: ["price", "rent", "house_cost", "hotel_cost", *deed[1:]],
        board.STATION: deed,
        board.UTILITY: deed,
        board.TAX: ["tax"],
    }
    return [key for key in wanted.get(space["kind"], []) if key not in space]
