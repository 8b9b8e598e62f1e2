"""The page that asks for a step of a game: the host's page, or a phone that plays some seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pingblock.languages import N_
from pingblock.tables.calls import seat_of
from pingblock.tables.command import Command, Refusal
from pingblock.tables.game import State
from pingblock.tables.table import Table


class Asker(NamedTuple):
    """A page that asks for a step.

    Args:
        own: seats of a phone, from 0. None means the host's page, which plays all other seats.
        phones: seats that any phone plays.
    """

    own: frozenset[int] | None = None
    phones: frozenset[int] = frozenset()

    @property
    def is_host(self) -> bool:
        """Returns True for the host's page, which without phones is the only page."""
        return self.own is None

    def plays(self, seat: int) -> bool:
        """Returns whether this page plays a seat."""
        return seat not in self.phones if self.own is None else seat in self.own


HOST = Asker()


def check(asker: Asker, table: Table[State], step: Command) -> None:
    """Raises Refusal if a page must not do a step.

    An outcome of chance belongs to the player whose turn it is. The host's page can also send it,
    because dice and block are next to that page.
    """
    verb = table.verbs.get(step.do)
    if verb is None or asker == HOST:
        return  # The table itself refuses an unknown verb.
    if step.seat is not None:
        _check_seat(asker, table.players, step.seat)
    elif not asker.is_host:
        if verb.table:
            raise Refusal("Only the host's page corrects the table and changes who plays.")
        turn = seat_of(table.state)
        _check_seat(asker, table.players, min(asker.own or {-1}) if turn is None else turn)


def check_back(asker: Asker, table: Table[State], count: int) -> None:
    """Raises Refusal if a page must not undo these steps. A phone can undo only its own decisions.

    A phone must not undo a roll, because its player would then know the next roll.
    """
    undone = table.steps[-count:] if count > 0 else []
    if asker.is_host or all(step.seat is not None and asker.plays(step.seat) for step in undone):
        return
    raise Refusal(
        "A phone can undo only its own last decision, but not a roll. The host can undo more."
    )


def _check_seat(asker: Asker, players: Sequence[str], seat: int) -> None:
    if asker.plays(seat):
        return
    if not asker.is_host and not asker.own:
        raise Refusal("This phone has no seat yet: choose one first.")
    player = players[seat] if 0 <= seat < len(players) else str(seat)
    if asker.is_host:
        say = N_("{player} plays on a phone. To move here, free the seat: tap its token.")
        raise Refusal(say, player=player)
    own = [players[seat] for seat in sorted(asker.own or ()) if seat < len(players)]
    raise Refusal("This is {player}'s move. This phone plays {own}.", player=player, own=own)
