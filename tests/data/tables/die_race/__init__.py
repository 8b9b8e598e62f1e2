"""Referee of ``die_race``, a whole table as an example: the first to reach a sum wins."""

from __future__ import annotations

from pingblock.tables.record import Picture, TableParts, TableRecord


def _parts() -> TableParts:
    from pingblock.tables.die_race import panel
    from pingblock.tables.die_race.device import DieRaceDevice
    from pingblock.tables.die_race.referee import DieRaceGame

    from pingblock.tables.looks import Looks

    looks = Looks(panel.board, panel.label)
    return TableParts(DieRaceGame, looks, DieRaceDevice())


TABLE = TableRecord(
    name="die_race",
    title="Die race",
    say="Referees the race of the dice: the first to reach a sum wins, 1 to 4 players.",
    folder="die_race",
    sections=("die_race",),
    parts=_parts,
    press_games=("dice",),
    picture=Picture(("dice 4", "dice 2")),
)
