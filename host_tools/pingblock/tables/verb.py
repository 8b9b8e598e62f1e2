"""A verb of a game: form, examples, judgement and effect of a command, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pingblock.tables.command import Command, Refusal, Verb
from pingware.shared.schema import Rule, needed, whole

State = TypeVar("State")
Draft = TypeVar("Draft")  # a working copy of a state that a command changes
Arguments = Iterator[Mapping[str, Any]]  # the arguments of several commands
Options = Callable[[State, int], Iterable[Mapping[str, Any]]]
Judge = Callable[[State, Command], Refusal | None]
Change = Callable[[Draft, Command], None]


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
    options: Options[State]
    why_not: Judge[State]
    do: Change[Draft]


def bare(
    say: str, why_not: Judge[State], do: Change[Draft], chance: bool = False
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
    rules: tuple[Options[State], Judge[State], Change[Draft]],
    **form: Any,
) -> RuledVerb[State, Draft]:
    """Makes a verb with arguments.

    Args:
        say, args, example: ``help``, ``args`` and ``example`` of ``Verb``.
        rules: ``options``, ``why_not`` and ``do`` of ``RuledVerb``.
        form: ``menu``, and ``chance``, ``follow`` or ``free`` of ``Verb``.
    """
    return RuledVerb(Verb(say, args, example=example, **form), *rules)


def at_space(
    say: str,
    menu: str,
    rules: tuple[Options[State], Judge[State], Change[Draft]],
    chance: bool = False,
) -> RuledVerb[State, Draft]:
    """Makes a verb whose only argument is a space of the board, see ``taking``."""
    space = {"space": needed(whole(0, 200))}
    return taking(say, space, {"space": 1}, rules, menu=menu, chance=chance)
