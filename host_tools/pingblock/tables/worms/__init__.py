"""Referee of ``worms``: who pulls which worm, and who has every card covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pingblock.tables.record import Picture, TableRecord

if TYPE_CHECKING:
    from pingblock.tables.looks import Looks
    from pingblock.tables.worms.device import WormsDevice
    from pingblock.tables.worms.referee import WormsGame


def _game() -> WormsGame:
    from pingblock.tables.worms.referee import WormsGame

    return WormsGame()


def _looks(language: str) -> Looks:
    from pingblock.tables.looks import Looks
    from pingblock.tables.worms import panel

    return Looks(panel.board, panel.label, panel.hints)


def _device() -> WormsDevice:
    from pingblock.tables.worms.device import WormsDevice

    return WormsDevice()


TABLE = TableRecord(
    name="worms",
    say="Referees the worms: colours, hands and runs, 2 to 4 players.",
    folder="worms",
    sections=("worms", "worms_defaults"),
    game=_game,
    looks=_looks,
    device=_device,
    picture=Picture(
        (
            *("first Ann", "run", "pull 4", "worm blue", "back", "pull 11", "worm green", "keep"),
            *("pull 7", "worm red", "back", "pull 12", "worm green"),
        )
    ),
)
