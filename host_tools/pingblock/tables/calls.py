"""Announcements of a game, which a device plays as sounds: turn, pay, sold, jail, winner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pingblock.tables.game import TableEvent

TURN, PAY, SOLD, JAIL, WINNER = "turn", "pay", "sold", "jail", "winner"
_TURNS = ("first_chosen", "turn_begun")  # kinds of events with which the turn changes
_PLAYERS_MOST = 8  # highest player number that a device can announce


class Requests(Protocol):
    """Accepts requests for a device: a ``Device``, or an object that passes them on."""

    def request(self, do: str, **arguments: object) -> Mapping[str, object]:
        """See ``Device.request``."""


class Call(NamedTuple):
    """A call: an announcement. ``player`` is the number, from 1, of the player whose turn it is.

    ``seats`` are the seats, from 0, of the players whom the call concerns. If ``seats`` is empty,
    the call concerns all players.
    """

    name: str
    player: int = 0
    seats: tuple[int, ...] = ()


def calls_of(
    known: Mapping[str, str], events: Iterable[TableEvent], before: int | None, after: int | None
) -> list[Call]:
    """Returns the calls after a step: each kind once, and the turn's announcement at the end.

    Args:
        known: kind of event -> its call, from the game's declarations.
        events: events of the step.
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
    """Returns the seats of some events, or () if one of the events concerns all players."""
    return (
        () if None in seats else tuple(dict.fromkeys(seat for seat in seats if seat is not None))
    )


def called(known: Mapping[str, str]) -> list[str]:
    """Returns the kinds of events that a device plays. ``known`` is as in ``calls_of``."""
    return sorted({*known, *_TURNS})


def seat_of(state: Any) -> int | None:
    """Returns the seat whose turn it is in any game, or None."""
    if getattr(state, "result", None) is not None:
        return None
    seat = getattr(state, "seat", None) if hasattr(state, "seat") else state.turn
    # Before the first turn, this is the seat that rolls for the start.
    roller = getattr(state, "roller", None)
    seat = seat if roller is None else roller
    return seat if type(seat) is int else None


def play(device: Requests, due: Sequence[Call]) -> list[Call]:
    """Plays the first due call.

    Returns:
        The calls that remain. If the device is playing a sound, that is all of them.

    Raises:
        LinkError, Refused: as for ``Device.request``.
    """
    if not due:
        return []
    first, *others = due
    player = {"player": first.player} if first.player else {}
    return others if device.request("call", name=first.name, **player)["playing"] else list(due)
