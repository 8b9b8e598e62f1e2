"""Calls of a table as sounds of a device: your turn, pay, sold, jail, winner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pingblock.tables.game import TableEvent

TURN, PAY, SOLD, JAIL, WINNER = "turn", "pay", "sold", "jail", "winner"
_TURNS = ("first_chosen", "turn_begun")  # kinds of events with which the turn changes
_PLAYERS_MOST = 8  # players that a call of a turn can count


class Requests(Protocol):
    """Receiver of requests to a device: a ``Device``, or an object that forwards them to one."""

    def request(self, do: str, **arguments: object) -> Mapping[str, Any]:
        """See ``Device.request``."""


class Call(NamedTuple):
    """One call. ``player`` is the number of the player, from 1, whose turn it is.

    ``seats`` are the players concerned, 0 is the first. Without any it concerns everybody.
    """

    name: str
    player: int = 0
    seats: tuple[int, ...] = ()


def calls_of(
    known: Mapping[str, str], events: Iterable[TableEvent], before: int | None, after: int | None
) -> list[Call]:
    """Returns the calls of a table after a step: each kind once, the turn at the end.

    Args:
        known: call of each kind of event that has one, of the game.
        events: of the step.
        before: the seat whose turn it was, or None if it was no seat's turn.
        after: the seat whose turn it is now.
    """
    seats: dict[str, list[int | None]] = {}
    for event in events:
        if event.kind in known:
            seats.setdefault(known[event.kind], []).append(event.seat)
    if WINNER in seats:
        return [Call(WINNER)]
    turn = [] if after in (None, before) else [Call(TURN, min(int(after or 0) + 1, _PLAYERS_MOST))]
    return [*(Call(name, seats=_concerned(some)) for name, some in seats.items()), *turn]


def _concerned(seats: Sequence[int | None]) -> tuple[int, ...]:
    """Returns the seats of some events, or () if one of them concerns everybody."""
    return (
        () if None in seats else tuple(dict.fromkeys(seat for seat in seats if seat is not None))
    )


def called(known: Mapping[str, str]) -> list[str]:
    """Returns the kinds of events that sound at a device; ``known`` as in ``calls_of``."""
    return sorted({*known, *_TURNS})


def seat_of(state: Any) -> int | None:
    """Returns the seat whose turn it is at a table of any game, or None."""
    if getattr(state, "result", None) is not None:
        return None
    seat = getattr(state, "seat", None) if hasattr(state, "seat") else state.turn
    # before the first turn: the seat that rolls for the start
    roller = getattr(state, "roller", None)
    seat = seat if roller is None else roller
    return seat if type(seat) is int else None


def play(device: Requests, due: Sequence[Call]) -> list[Call]:
    """Plays the first due call.

    Returns:
        The calls that are due after it. These are all of them while the device plays a sound.

    Raises:
        LinkError, Refused: as of ``Device.request``.
    """
    if not due:
        return []
    first, *others = due
    player = {"player": first.player} if first.player else {}
    return others if device.request("call", name=first.name, **player)["playing"] else list(due)
