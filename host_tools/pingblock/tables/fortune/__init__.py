"""Referee of ``fortune``: eight dice, a deck of cards, and when to stop."""

from __future__ import annotations

from pingblock.languages import N_
from pingblock.tables.record import Picture, TableParts, TableRecord


def _parts() -> TableParts:
    from pingblock.tables.fortune import asks, panel
    from pingblock.tables.fortune.device import FortuneDevice
    from pingblock.tables.fortune.quick import QuickFortune
    from pingblock.tables.fortune.referee import FortuneGame
    from pingblock.tables.looks import Looks

    looks = Looks(panel.board, panel.label, panel.hints, asks.asks)
    return TableParts(FortuneGame, looks, FortuneDevice(), quick=QuickFortune)


TABLE = TableRecord(
    name="fortune",
    title=N_("Fortune"),
    say=N_("Referees Fortune for 2 to 5 players, with eight pirate dice and a deck of cards."),
    folder="fortune",
    sections=("fortune", "fortune_defaults"),
    parts=_parts,
    press_games=("fortune",),
    picture=Picture(
        (
            *("first Ann", "card captain", "dice G2D1S2M2X1", "roll S2M2", "dice G2S1X1", "stop"),
            *("card sea3", "dice S2G2M2P1X1"),
        )
    ),
)
