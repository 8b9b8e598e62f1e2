"""Referee of ``storm``: health points, walls, a storm that covers the board, lines of sight."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.tables.record import Picture, TableParts, TableRecord


def _parts() -> TableParts:
    from pingblock.tables.looks import Looks
    from pingblock.tables.storm import asks, panel
    from pingblock.tables.storm.board_file import BOARDS
    from pingblock.tables.storm.device import StormDevice
    from pingblock.tables.storm.referee import StormGame

    looks = Looks(panel.board, panel.label, asks=asks.asks, quick=asks.quick)
    return TableParts(StormGame, looks, StormDevice(), BOARDS)


TABLE = TableRecord(
    name="storm",
    title=N_("Storm"),
    say=N_("Referees Storm for 2 to 7 players, with hit points (HP), walls and lines of sight."),
    folder="storm",
    sections=("storm", "storm_box", "storm_defaults"),
    parts=_parts,
    press_games=("storm_dice",),
    has_boards=True,
    picture=Picture(commands=240, seed=21),
)
