"""State of a game of ``fortune``."""

from __future__ import annotations

from typing import NamedTuple

from pingblock.tables.fortune.options import FortuneRules
from pingblock.tables.fortune.turn import Turn
from pingblock.tables.game import Result


class FortuneState(NamedTuple):
    """The whole state: all values that the next steps depend on."""

    rules: FortuneRules
    scores: tuple[int, ...]  # score of each seat
    left: tuple[str, ...]  # cards that were not seen, sorted
    drawn: tuple[str, ...] = ()  # the other cards in the pile's order, from the top
    seat: int | None = None  # seat whose turn it is, or None if the first player is not known yet
    turn: Turn | None = None  # None means that a card must be drawn
    turns: int = 0  # number of finished turns
    # seats that have one more turn, or None before a player has finished
    last_round: tuple[int, ...] | None = None
    result: Result | None = None
    out: tuple[int, ...] = ()  # seats that have left

    @property
    def alive(self) -> tuple[int, ...]:
        """Seats that have not left."""
        return tuple(seat for seat in range(len(self.scores)) if seat not in self.out)

    @property
    def next_cards(self) -> tuple[str, ...]:
        """The cards that can come next, sorted. If the pile's order is known, it is one card."""
        return self.left or self.drawn[:1]
