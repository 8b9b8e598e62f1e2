"""Dice that must be rolled: every outcome as a command, and a fair draw among them."""

from __future__ import annotations

from functools import cache

from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, command
from pingblock.tables.fortune import dice as d

DICE = "dice"


@cache
def outcomes(number: int) -> tuple[Command, ...]:
    """Returns all outcomes of ``number`` dice (int, 1..8)."""
    return tuple(command(DICE, dice=d.text(shown)) for shown in d.rolls(number)[0])


def roll(number: int, chance: SeededChance) -> Command:
    """Draws an outcome of ``number`` dice."""
    return outcomes(number)[d.drawn(number, chance.below(6**number))]
