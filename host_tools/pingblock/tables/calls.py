"""Calls of a table as sounds of a device: your turn, pay, sold, jail, winner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pingblock.tables.game import TableEvent

TURN, PAY, SOLD, JAIL, WINNER = "turn", "pay", "sold", "jail", "winner"
_TURNS = ("first_chosen", "turn_begun")  # kinds of events with which the turn changes
_PLAYERS_MOST = 8  # that a call of a turn can count


class Requests(Protocol):
    """Taker of requests to a device: a ``Device``, or who passes them on to one."""

    def request(self, do: str, **arguments: object) -> Mapping[str, Any]:
        """See ``Device.request``."""


class Call(NamedTuple):
    """One call; ``player`` counts from 1, of a turn."""

    name: str
    player: int = 0


def calls_of(
    known: Mapping[str, str], events: Iterable[TableEvent], before: int | None, after: int | None
) -> list[Call]:
    """Returns what a table calls after a step: each kind once, the turn at the end.

    Args:
        known: call of each kind of event that has one, of the game.
        events: of the step.
        before: the seat whose turn it was; None: nobody's.
        after: whose it is now.
    """
    names = dict.fromkeys(known[event.kind] for event in events if event.kind in known)
    if WINNER in names:
        return [Call(WINNER)]
    turn = [] if after in (None, before) else [Call(TURN, min(int(after or 0) + 1, _PLAYERS_MOST))]
    return [*map(Call, names), *turn]


def called(known: Mapping[str, str]) -> list[str]:
    """Returns the kinds of events that sound at a device; ``known`` as in ``calls_of``."""
    return sorted({*known, *_TURNS})


def seat_of(state: Any) -> int | None:
    """Returns whose turn it is at a table of any game; None if it is nobody's."""
    if getattr(state, "result", None) is not None:
        return None
    seat = getattr(state, "seat", None) if hasattr(state, "seat") else state.turn
    roller = getattr(state, "roller", None)  # before the first turn: who rolls for the start
    seat = seat if roller is None else roller
    return seat if type(seat) is int else None


def play(device: Requests, due: Sequence[Call]) -> list[Call]:
    """Plays the first call that is due.

    Returns:
        Those that are due after it; all of them while the device sounds.

    Raises:
        LinkError, Refused: as of ``Device.request``.
    """
    if not due:
        return []
    first, *others = due
    player = {"player": first.player} if first.player else {}
    return others if device.request("call", name=first.name, **player)["playing"] else list(due)
