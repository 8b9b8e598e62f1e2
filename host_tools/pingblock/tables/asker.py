"""The page that sends a step to a table: the host's page, or a phone that plays some seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pingblock.languages import _
from pingblock.tables.calls import seat_of
from pingblock.tables.command import Command, Refusal, RefusedCommand
from pingblock.tables.table import Table


class Asker(NamedTuple):
    """A page that sends a step.

    Args:
        own: seats of a phone, 0 is the first. None is the host's page, which plays all others.
        phones: seats that some phone plays.
    """

    own: frozenset[int] | None = None
    phones: frozenset[int] = frozenset()

    @property
    def is_host(self) -> bool:
        """Returns True for the host's page. Without phones it is the only page."""
        return self.own is None

    def plays(self, seat: int) -> bool:
        """Returns whether this page plays a seat."""
        return seat not in self.phones if self.own is None else seat in self.own


HOST = Asker()


def why_not(asker: Asker, table: Table[Any], step: Command) -> Refusal | None:
    """Returns the reason why this page may not do a step, or None if it may.

    An outcome of chance belongs to the player whose turn it is. The host's page may send it, too,
    because the dice and the block are at its table.
    """
    verb = table.verbs.get(step.do)
    if verb is None or asker == HOST:
        return None  # the table refuses an unknown verb
    if step.seat is not None:
        return _of_seat(asker, table.players, step.seat)
    if asker.is_host:
        return None
    if verb.table:
        return Refusal(_("Only the host's page corrects the table and changes who plays."))
    turn = seat_of(table.state)
    return _of_seat(asker, table.players, min(asker.own or {-1}) if turn is None else turn)


def why_not_back(asker: Asker, table: Table[Any], count: int) -> Refusal | None:
    """Returns the reason against undoing steps: a phone can undo only its own decisions.

    It cannot undo a roll, because its player would then know the next one.
    """
    undone = table.steps[-count:] if count > 0 else []
    if asker.is_host or all(step.seat is not None and asker.plays(step.seat) for step in undone):
        return None
    return Refusal(
        _("A phone takes back only its own last decision, and no roll. The host can undo more.")
    )


def refuse(why: Refusal | None) -> None:
    """Raises RefusedCommand if there is a reason."""
    if why:
        raise RefusedCommand(why)


def _of_seat(asker: Asker, players: Sequence[str], seat: int) -> Refusal | None:
    if asker.plays(seat):
        return None
    if not asker.is_host and not asker.own:
        return Refusal(_("This phone has no seat yet: take one first."))
    player = players[seat] if 0 <= seat < len(players) else str(seat)
    if asker.is_host:
        say = _("{player} plays on a phone. To move here, free the seat: tap its token.")
        return Refusal(say.format(player=player))
    say = _("This is {player}'s move. This phone plays {own}.")
    return Refusal(say.format(player=player, own=_names(players, asker.own or ())))


def _names(players: Sequence[str], seats: Iterable[int]) -> str:
    return ", ".join(players[seat] for seat in sorted(seats) if seat < len(players))
