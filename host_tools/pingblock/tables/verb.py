"""Verb of a game: form, examples, judgement and effect of a command, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pingblock.tables.command import Command, Refusal, Verb

State = TypeVar("State")
Draft = TypeVar("Draft")  # a copy of a state that a command changes


@dataclass(frozen=True)
class RuledVerb(Generic[State, Draft]):
    """One verb of a game, with its rules.

    Args:
        form: arguments and help.
        options: yields arguments of commands of a seat (of chance: -1) that may be legal; of what
            is free within a range, examples.
        why_not: returns the reason against a well-formed command; None if it is legal.
        do: carries a legal command out.
    """

    form: Verb
    options: Callable[[State, int], Iterator[dict[str, Any]]]
    why_not: Callable[[State, Command], Refusal | None]
    do: Callable[[Draft, Command], None]


def plain(state: Any, seat: int) -> Iterator[dict[str, Any]]:
    """Yields the one way of a verb without arguments."""
    yield {}
