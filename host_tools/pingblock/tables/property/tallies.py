"""Counts for studies of property games: the spaces where turns end, and the rents of each set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pingblock.tables.game import TableEvent
from pingblock.tables.property.board import UTILITY
from pingblock.tables.property.state import FREE, PropertyState
from pingblock.tables.tally import RENTS, STOPS

_TURN_ENDS = ("turn_begun", "roll_repeated")
_OWED = ("paid", "debt_made")


def tallied(
    before: PropertyState, after: PropertyState, events: Iterable[TableEvent]
) -> Iterator[tuple[str, str, int]]:
    """Yields the counts that a command adds.

    Args:
        before, after: states before and after the command.
        events: events of the command.

    Returns:
        For STOPS, the space and 1 for each finished move. For RENTS, the set and the rent that was
        due, paid or not. A player in jail stops at "in jail". A visitor stops on the space.
    """
    group = ""
    for event in events:
        if event.kind in _TURN_ENDS and before.turn in after.alive:
            yield STOPS, _stop(after, before.turn), 1
        elif event.kind == "rent_asked":
            group = _group(after, event.args[0])
        elif event.kind in _OWED and event.rule:
            if event.rule == after.ids["rent utility"]:
                yield RENTS, UTILITY, event.args[0]
            elif group:
                yield RENTS, group, event.args[0]
                group = ""


def _stop(state: PropertyState, seat: int) -> str:
    if state.jail[seat] != FREE:
        return "in jail"
    place = state.place[seat]
    return f"{place} {state.edition.spaces[place].name}"


def _group(state: PropertyState, name: str) -> str:
    """Returns the name of a deed's group: its colour, or its kind."""
    [space] = [each for each in state.edition.spaces if each.name == name and each.price]
    return space.set or space.kind
