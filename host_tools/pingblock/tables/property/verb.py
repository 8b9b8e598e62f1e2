"""Verbs of the property games: form, examples, judgement and effect of a command, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pingblock.tables.command import Command, Refusal, Verb
from pingblock.tables.property.state import Draft, PropertyState, View
from pingblock.tables.property.tasks import Debt, MortgageFee, Purchase, Task


@dataclass(frozen=True)
class PropertyVerb:
    """One verb.

    Args:
        form: arguments and help.
        options: yields the arguments of each legal command of a seat (of chance: -1); of what is
            free within a range, examples.
        why_not: returns the reason against a command; None if it is legal.
        do: carries a legal command out.
    """

    form: Verb
    options: Callable[[PropertyState, int], Iterator[dict[str, Any]]]
    why_not: Callable[[PropertyState, Command], Refusal | None]
    do: Callable[[Draft, Command], None]


def at_hand(state: View) -> Task | None:
    """Returns the first open matter; None if the player of the turn is to roll."""
    return state.todo[0] if state.todo else None


def refusal(state: View, subject: str, say: str) -> Refusal:
    """Returns a reason with the edition's rule on a subject, or with the id that is given."""
    return Refusal(say, state.ids.get(subject, subject))


def not_free(state: PropertyState, subject: str) -> Refusal | None:
    """Returns the reason why players may not build or lift now; None if they may."""
    if state.todo and not isinstance(state.todo[0], Purchase):
        return refusal(state, subject, "First settle what is at hand.")
    return None


def not_raising(state: PropertyState, subject: str) -> Refusal | None:
    """Returns the reason why players may not raise cash now; None if they may."""
    task = at_hand(state)
    if task is None or isinstance(task, (Purchase, Debt, MortgageFee)):
        return None
    if getattr(task, "space", -1) >= 0 and hasattr(task, "bid"):
        return None  # the auction of a deed
    return refusal(state, subject, "First settle what is at hand.")
