"""Referee of ``die_race``, a whole table as an example: the first to reach a sum wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pingblock.tables.record import Picture, TableRecord

if TYPE_CHECKING:
    from pingblock.tables.die_race.device import DieRaceDevice
    from pingblock.tables.die_race.referee import DieRaceGame

    from pingblock.tables.looks import Looks


def _game() -> DieRaceGame:
    from pingblock.tables.die_race.referee import DieRaceGame

    return DieRaceGame()


def _looks(language: str) -> Looks:
    from pingblock.tables.die_race import panel

    from pingblock.tables.looks import Looks

    return Looks(panel.board, panel.label)


def _device() -> DieRaceDevice:
    from pingblock.tables.die_race.device import DieRaceDevice

    return DieRaceDevice()


TABLE = TableRecord(
    name="die_race",
    say="Referees the race of the dice: the first to reach a sum wins, 1 to 4 players.",
    folder="die_race",
    sections=("die_race",),
    game=_game,
    looks=_looks,
    press_games=("dice",),
    device=_device,
    picture=Picture(("dice 4", "dice 2")),
)
