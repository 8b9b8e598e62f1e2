"""Kinds of counts that a game can make for a study, in addition to its events."""

from __future__ import annotations

from typing import NamedTuple


class Tally(NamedTuple):
    """The form in which a count is reported.

    Args:
        title: title of the list.
        axis: title of the axis in a picture.
        is_share: whether each key shows its share of all in percent. Otherwise it shows the mean
            per game.
    """

    title: str
    axis: str
    is_share: bool = False

    @property
    def factor(self) -> int:
        """The factor that converts an estimate to its displayed unit."""
        return 100 if self.is_share else 1


STOPS, RENTS = "stops", "rents"
TALLIES = {
    STOPS: Tally("where moves end, in 100 of them:", "% of all moves end here", is_share=True),
    RENTS: Tally("due in a game, by set:", "rent due in a game"),
}
