"""A verb of a game: form, examples, judgement and effect of a command, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pingblock.tables.command import Command, Refusal, Verb
from pingware.shared.schema import Rule

State = TypeVar("State")
Draft = TypeVar("Draft")  # a working copy of a state that a command changes


@dataclass(frozen=True)
class RuledVerb(Generic[State, Draft]):
    """A verb of a game with its rules.

    Args:
        form: its arguments and help.
        options: returns the arguments of commands that can be legal for a seat (-1 for chance). If
            an argument can have too many values, these are examples.
        why_not: returns the reason against a well-formed command, or None if it is legal.
        do: carries out a legal command.
    """

    form: Verb
    options: Callable[[State, int], Iterable[Mapping[str, Any]]]
    why_not: Callable[[State, Command], Refusal | None]
    do: Callable[[Draft, Command], None]


def bare(
    say: str,
    why_not: Callable[[State, Command], Refusal | None],
    do: Callable[[Draft, Command], None],
    chance: bool = False,
) -> RuledVerb[State, Draft]:
    """Makes a verb without arguments, which players can choose whenever it is legal.

    Args:
        say: a sentence of help.
        why_not, do: as for ``RuledVerb``. They use only the seat of a command.
        chance: as for ``Verb``.
    """

    def options(state: State, seat: int) -> Iterable[Mapping[str, object]]:
        return () if why_not(state, Command("", None if chance else seat, ())) else ({},)

    return RuledVerb(Verb(say, chance=chance), options, why_not, do)


def taking(
    say: str,
    args: Mapping[str, Rule],
    example: Mapping[str, object],
    rules: tuple[
        Callable[[State, int], Iterable[Mapping[str, Any]]],
        Callable[[State, Command], Refusal | None],
        Callable[[Draft, Command], None],
    ],
    **form: Any,
) -> RuledVerb[State, Draft]:
    """Makes a verb with arguments.

    Args:
        say, args, example: ``help``, ``args`` and ``example`` of ``Verb``.
        rules: ``options``, ``why_not`` and ``do`` of ``RuledVerb``.
        form: ``menu``, and ``chance``, ``follow`` or ``free`` of ``Verb``.
    """
    return RuledVerb(Verb(say, args, example=example, **form), *rules)
