"""Chances of a roll: the exact probability that a player is out."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune import turn
from pingblock.tables.fortune.cards import ZOMBIE
from pingblock.tables.fortune.options import FortuneRules
from pingblock.tables.fortune.score import OUT_AT
from pingblock.tables.fortune.turn import Turn

_SKULL = Fraction(1, 6)


class Risk(NamedTuple):
    """A choice of dice, and the probability that it ends the turn at once."""

    dice: int  # the dice to roll
    out: Fraction  # chance of being disqualified, or on the island, that no new skull comes


@cache
def skulls_among(dice: int, least: int) -> Fraction:
    """Returns the chance of at least ``least`` skulls among ``dice`` rolled dice."""
    ways = (
        comb(dice, n) * _SKULL**n * (1 - _SKULL) ** (dice - n)
        for n in range(max(0, least), dice + 1)
    )
    return sum(ways, Fraction(0))


def out(skulls: int, dice: int) -> Fraction:
    """Returns the chance of being out after a roll of ``dice`` dice, given the ``skulls``."""
    return skulls_among(dice, OUT_AT - skulls)


def risks(rules: FortuneRules, now: Turn) -> tuple[Risk, ...]:
    """Returns every choice of dice with its risk. The result is empty while dice must be rolled.

    An unused spell of the Sorceress counts as used at the best moment.
    """
    if now.hand:
        return ()
    return tuple(Risk(some, risk(rules, now, some)) for some in turn.rollable(rules, now))


def is_out(now: Turn) -> bool:
    """Returns whether skulls have ended a turn, and the spell cannot save it."""
    if now.island or now.card == ZOMBIE or turn.skulls(now) < OUT_AT:
        return False
    return not now.spell or turn.skulls(now) > OUT_AT


def risk(rules: FortuneRules, now: Turn, some: int) -> Fraction:
    """Returns the chance that a legal roll ends the turn at once."""
    number = d.size(some)
    if now.island:
        return 1 - skulls_among(number, 1)
    if now.card == ZOMBIE:
        return Fraction(0)  # FT-C12: three skulls do not end the turn
    lie = turn.skulls(now) - d.skulls(some)
    if not now.spell or d.skulls(some):
        return out(lie, number)
    exactly = skulls_among(number, OUT_AT - lie) - skulls_among(number, OUT_AT + 1 - lie)
    saved = 1 - out(OUT_AT - 1, 1 if rules.skull_alone else turn.ROLLED_LEAST)
    return out(lie, number) - exactly * saved
