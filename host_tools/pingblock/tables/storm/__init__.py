"""Referee of ``storm``: health points, walls, a storm that takes the board, lines of sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pingblock.tables.record import Picture, TableRecord

if TYPE_CHECKING:
    from pingblock.tables.board_form import BoardFiles
    from pingblock.tables.looks import Looks
    from pingblock.tables.storm.device import StormDevice
    from pingblock.tables.storm.referee import StormGame


def _game() -> StormGame:
    from pingblock.tables.storm.referee import StormGame

    return StormGame()


def _looks(language: str) -> Looks:
    from pingblock.tables.looks import Looks
    from pingblock.tables.storm import panel

    return Looks(panel.board, panel.label)


def _device() -> StormDevice:
    from pingblock.tables.storm.device import StormDevice

    return StormDevice()


def _boards() -> BoardFiles:
    from pingblock.tables.storm.board_file import BOARDS

    return BOARDS


TABLE = TableRecord(
    name="storm",
    say="Referees the storm: hit points (HP), walls and lines of sight, 2 to 7 players.",
    folder="storm",
    sections=("storm", "storm_box", "storm_defaults"),
    game=_game,
    looks=_looks,
    press_games=("storm_dice",),
    device=_device,
    boards=_boards,
    picture=Picture(commands=240, seed=21),
)
