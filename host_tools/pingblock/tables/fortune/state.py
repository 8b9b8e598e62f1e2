"""State of a game of ``fortune``."""

from __future__ import annotations

from typing import NamedTuple

from pingblock.tables.fortune.options import FortuneRules
from pingblock.tables.fortune.turn import Turn
from pingblock.tables.game import Result


class FortuneState(NamedTuple):
    """Everything that matters for what may follow."""

    rules: FortuneRules
    scores: tuple[int, ...]  # by seat
    left: tuple[str, ...]  # cards that were not seen yet, sorted
    drawn: tuple[str, ...] = ()  # the others, in the order of the pile, the upper one first
    seat: int | None = None  # whose turn it is; None: the first player is not known yet
    turn: Turn | None = None  # None: a card is to be drawn
    turns: int = 0  # that are over
    last_round: tuple[int, ...] | None = None  # seats with one more turn; None: nobody finished
    result: Result | None = None
    out: tuple[int, ...] = ()  # seats that have left

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats that have not left."""
        return tuple(seat for seat in range(len(self.scores)) if seat not in self.out)

    @property
    def next_cards(self) -> tuple[str, ...]:
        """The cards that may come next, sorted; one when the order of the pile is known."""
        return self.left or self.drawn[:1]
