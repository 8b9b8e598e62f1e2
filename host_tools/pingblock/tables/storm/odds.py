"""Exact odds of ``storm``: leaving jail, and the faces of the action die."""

from __future__ import annotations

from fractions import Fraction

from pingblock.tables.storm.state import ACTIONS, FACES, StormRules, StormState


def six_within(tries: int) -> Fraction:
    """Returns the chance of a 6 within so many rolls of the die (FN-29)."""
    return 1 - Fraction(5, 6) ** tries


def leaves(state: StormState, seat: int) -> Fraction:
    """Returns the chance of a player in jail to leave by a 6 in the tries that are left."""
    return six_within(state.rules.jail_tries - state.jail[seat])


def faces(rules: StormRules) -> dict[str, Fraction]:
    """Returns the chance of each action (FN-A-03)."""
    return {name: Fraction(n, FACES) for name, n in zip(ACTIONS, rules.faces, strict=True)}
