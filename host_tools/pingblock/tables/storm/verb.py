"""Verbs of ``storm``: form, examples, judgement and effect of a command, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pingblock.tables.command import Command, Refusal, Verb
from pingblock.tables.storm.state import Play, StormState


@dataclass(frozen=True)
class StormVerb:
    """One verb.

    Args:
        form: arguments and help.
        options: yields arguments of commands of a seat (of chance: -1) that may be legal; of
            what is free within a range, examples.
        why_not: returns the reason against a command; None if it is legal.
        do: carries a legal command out.
    """

    form: Verb
    options: Callable[[StormState, int], Iterator[dict[str, Any]]]
    why_not: Callable[[StormState, Command], Refusal | None]
    do: Callable[[Play, Command], None]


def plain(state: StormState, seat: int) -> Iterator[dict[str, Any]]:
    """Yields the one way of a verb without arguments."""
    yield {}


def no_space(state: StormState, space: int) -> Refusal | None:
    """Returns the reason if the board has no space of this number; else None."""
    most = len(state.board.spaces) - 1
    if space > most:
        return Refusal(f"The spaces have the numbers 0 to {most}.", "FN-A-02")
    return None
