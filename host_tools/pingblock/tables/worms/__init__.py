"""Referee of ``worms``: pulls of worms, and the player who covers all cards first."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.tables.record import Picture, TableParts, TableRecord


def _parts() -> TableParts:
    from pingblock.tables.looks import Looks
    from pingblock.tables.worms import asks, panel
    from pingblock.tables.worms.device import WormsDevice
    from pingblock.tables.worms.referee import WormsGame

    looks = Looks(panel.board, panel.label, panel.hints, asks.asks, asks.quick)
    return TableParts(WormsGame, looks, WormsDevice())


TABLE = TableRecord(
    name="worms",
    title=N_("Worms"),
    say=N_("Referees Worms for 2 to 4 players, with colours, hands and wiggles."),
    folder="worms",
    sections=("worms", "worms_defaults"),
    parts=_parts,
    picture=Picture(
        (
            *("first Ann", "run", "pull 4", "worm blue", "back", "pull 11", "worm green", "keep"),
            *("pull 7", "worm red", "back", "pull 12", "worm green"),
        )
    ),
)
