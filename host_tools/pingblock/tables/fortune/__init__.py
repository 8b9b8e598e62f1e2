"""Referee of ``fortune``: eight dice, a deck of cards, and when to stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pingblock.tables.record import Picture, TableRecord

if TYPE_CHECKING:
    from pingblock.tables.fortune.device import FortuneDevice
    from pingblock.tables.fortune.quick import QuickFortune
    from pingblock.tables.fortune.referee import FortuneGame
    from pingblock.tables.looks import Looks


def _game() -> FortuneGame:
    from pingblock.tables.fortune.referee import FortuneGame

    return FortuneGame()


def _looks(language: str) -> Looks:
    from pingblock.tables.fortune import panel
    from pingblock.tables.looks import Looks

    return Looks(panel.board, panel.label, panel.hints)


def _device() -> FortuneDevice:
    from pingblock.tables.fortune.device import FortuneDevice

    return FortuneDevice()


def _quick(options: Mapping[str, Any], bots: Sequence[str]) -> QuickFortune:
    from pingblock.tables.fortune.quick import QuickFortune

    return QuickFortune(options, bots)


TABLE = TableRecord(
    name="fortune",
    say="Referees fortune: eight pirate dice and a deck of cards, 2 to 4 players.",
    folder="fortune",
    sections=("fortune", "fortune_defaults"),
    game=_game,
    looks=_looks,
    press_games=("fortune",),
    device=_device,
    quick=_quick,
    picture=Picture(
        (
            *("first Ann", "card captain", "dice G2D1S2M2X1", "roll S2M2", "dice G2S1X1", "stop"),
            *("card sea3", "dice S2G2M2P1X1"),
        )
    ),
)
