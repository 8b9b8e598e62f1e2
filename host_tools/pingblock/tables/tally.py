"""Kinds of counts that a game may keep for a study, beside its events."""

from __future__ import annotations

from typing import NamedTuple


class Tally(NamedTuple):
    """Report of something that games count beside their events.

    Args:
        title: of its list.
        axis: of its bars in a picture.
        is_share: whether each key has its share of all, in percent, else its mean in a game.
    """

    title: str
    axis: str
    is_share: bool = False

    @property
    def factor(self) -> int:
        """The number that makes an estimate what people read."""
        return 100 if self.is_share else 1


STOPS, RENTS = "stops", "rents"
TALLIES = {
    STOPS: Tally("where moves end, in 100 of them:", "% of all moves end here", is_share=True),
    RENTS: Tally("due in a game, by set:", "rent due in a game"),
}
