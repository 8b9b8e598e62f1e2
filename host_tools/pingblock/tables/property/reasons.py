"""Reasons against commands of the property games, for several verbs."""

from __future__ import annotations

from pingblock.tables.command import Refusal
from pingblock.tables.property.state import PropertyState
from pingblock.tables.property.tasks import (
    Auction,
    BlockPress,
    Debt,
    ExtraMove,
    MortgageFee,
    Purchase,
    RollOff,
    SilentCoins,
    UtilityRoll,
)

# Open decisions during which players can build, lift and deal (SM-27, SM-32, ST-21, FO-22).
FREE_MATTERS = (Purchase, BlockPress, ExtraMove, SilentCoins, UtilityRoll)
_RAISING = (*FREE_MATTERS, RollOff, Debt, MortgageFee)


def refusal(state: PropertyState, subject: str, say: str, **fields: object) -> Refusal:
    """Returns a reason with the edition's rule on a subject, which can be the id of a rule."""
    return Refusal(say, state.ids.get(subject, subject), **fields)


def not_free(state: PropertyState, subject: str) -> Refusal | None:
    """Returns the reason why players cannot build or lift now, or None if they can."""
    if state.todo and not isinstance(state.todo[0], FREE_MATTERS):
        return refusal(state, subject, "First settle the open decision.")
    return None


def not_raising(state: PropertyState, subject: str) -> Refusal | None:
    """Returns the reason why players cannot raise cash now, or None if they can."""
    task = state.task
    if task is None or isinstance(task, _RAISING):
        return None
    if isinstance(task, Auction) and not task.building:
        return None
    return refusal(state, subject, "First settle the open decision.")
