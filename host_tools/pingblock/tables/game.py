"""Rules of a game at the table, as every referee gives them: pure functions of a state.

A state is immutable, and of a type of the game's own. Nothing here reads a clock, a file or a
random number: dice and cards arrive as commands without a seat, whether a person typed them, a
device rolled them or ``draw`` drew them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from pingblock.owner.options import Option
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, Refusal, Verb

State = TypeVar("State")


class TableEvent(NamedTuple):
    """One thing that a command brought about; ``TableGame.say`` makes a sentence of it."""

    kind: str  # such as "scored"
    rule: str = ""  # id in the spec, such as "FT-10"
    seat: int | None = None  # whom it happened to
    args: tuple[Any, ...] = ()  # values of the sentence, in an order that the kind fixes


class Result(NamedTuple):
    """End of a game."""

    winners: tuple[int, ...]  # seats; several share the win
    scores: tuple[int, ...]  # by seat
    reason: str  # a sentence
    rule: str = ""


class TableGame(Protocol[State]):
    """One referee. A command is legal if ``why_not`` has nothing against it; ``legal`` lists them.

    A state has ``turns``, how many have begun or are over (int), and, where players drop out,
    ``alive``, the seats that are still in: studies of many games count them.

    Until ``result`` is there, some command is legal: of a player among ``to_act``, or of chance.
    """

    name: str
    version: int  # of the rules; goes up when an old log would be judged in another way
    players: range  # how many may play
    options: Mapping[str, Option]
    verbs: Mapping[str, Verb]
    bots: Mapping[str, Callable[[Any, int, SeededChance], Command]]  # by name; "plain" among them
    # Beside these a game may have ``amends``: corrections and other steps that no rulebook has,
    # see ``amend.py``; and ``by_people``, which returns whether only people can do the next step
    # in a state, such as to read a paper card, also for a bot; and ``tallied``, which yields for a
    # study what it counts of a command: kind (see ``tally.py``), key and amount.

    def start(self, options: Mapping[str, Any], players: Sequence[str]) -> State:
        """Returns the state before the first command.

        Args:
            options: a right value for every option.
            players: their names, in the order of their seats.

        Raises:
            BadInput: these options do not go together.
        """

    def to_act(self, state: State) -> tuple[int, ...]:
        """Returns the seats that may decide now; empty if chance is to come, or all is over."""

    def legal(self, state: State) -> tuple[Command, ...]:
        """Returns every legal command, or every outcome of chance; empty when all is over.

        What is free within a range, such as a bid or a deal, may be shown by examples of it;
        ``why_not`` judges the others.
        """

    def why_not(self, state: State, step: Command) -> Refusal | None:
        """Returns the reason against a well-formed command; None if it is legal."""

    def apply(self, state: State, step: Command) -> tuple[State, tuple[TableEvent, ...]]:
        """Returns the state after a legal command, and what it brought about."""

    def draw(self, state: State, chance: SeededChance) -> Command | None:
        """Returns the outcome of chance that is due, drawn fairly; None if none is due."""

    def result(self, state: State) -> Result | None:
        """Returns the end of the game; None while it goes on."""

    def say(self, event: TableEvent, players: Sequence[str]) -> str:
        """Returns an event as a sentence in the language that is spoken."""

    def view(self, state: State) -> dict[str, Any]:
        """Returns what everybody may see of a state, as JSON has it."""
