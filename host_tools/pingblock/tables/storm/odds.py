"""Exact chance of leaving jail in ``storm``."""

from __future__ import annotations

from fractions import Fraction

from pingblock.tables.storm.state import StormState


def six_within(tries: int) -> Fraction:
    """Returns the chance of a 6 within ``tries`` rolls of the die (FN-29)."""
    return 1 - Fraction(5, 6) ** tries


def leaves(state: StormState, seat: int) -> Fraction:
    """Returns the chance that a player in jail rolls a 6 in the remaining tries."""
    return six_within(state.rules.jail_tries - state.jail[seat])
