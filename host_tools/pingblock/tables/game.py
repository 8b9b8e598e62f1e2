"""Rules of a game at a table. Every referee implements them as pure functions of a state.

A state is immutable, and each game has its own type for it. No function reads a clock, a file or a
random number. Dice and cards arrive as commands without a seat. A person can type them, a device
can roll them, or ``draw`` can draw them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from pingblock.common.options import Option
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, Refusal, Verb

State = TypeVar("State")


class TableEvent(NamedTuple):
    """One event of a command. ``TableGame.say`` makes a sentence of it."""

    kind: str  # such as "scored"
    rule: str = ""  # id in the spec, such as "FT-10"
    seat: int | None = None  # the player concerned
    args: tuple[Any, ...] = ()  # values of the sentence, in the order that the kind defines


class Result(NamedTuple):
    """End of a game."""

    winners: tuple[int, ...]  # seats, which share the win if there are several
    scores: tuple[int, ...]  # by seat
    reason: str  # a sentence
    rule: str = ""


class TableGame(Protocol[State]):
    """One referee. ``why_not`` decides whether a command is legal, and ``legal`` lists commands.

    A state has ``turns`` (int), the number of turns that have begun or are over. If players can
    drop out, it has ``alive``, too, the seats that are still in. Studies of many games count them.

    Until ``result`` returns an end, some command is legal: of a player in ``to_act``, or of
    chance.
    """

    name: str
    version: int  # of the rules. It must increase if the rules would judge an old log differently
    players: range  # allowed numbers of players
    options: Mapping[str, Option]
    verbs: Mapping[str, Verb]
    # name -> bot. Each game has the bot "plain"
    bots: Mapping[str, Callable[[Any, int, SeededChance], Command]]
    # A game can have more attributes. ``amends`` are corrections and other steps outside of the
    # rulebook, see ``amend.py``. ``by_people`` returns whether only people can do the next step in
    # a state, for example read a paper card for a bot. ``tallied`` yields the counts of a command
    # for a study: kind (see ``tally.py``), key and amount. ``things`` returns name and words of
    # each thing that an option with an object counts, such as a card of a deck.

    def start(self, options: Mapping[str, Any], players: Sequence[str]) -> State:
        """Returns the state before the first command.

        Args:
            options: a valid value for every option.
            players: their names, in the order of their seats.

        Raises:
            BadInput: these options contradict each other.
        """

    def to_act(self, state: State) -> tuple[int, ...]:
        """Returns the seats that can decide now, or () if chance is due or the game is over."""

    def legal(self, state: State) -> tuple[Command, ...]:
        """Returns every legal command, or every outcome of chance, or () after the end.

        If a command is free within a range, such as a bid or a deal, this can list only examples.
        ``why_not`` judges the others.
        """

    def why_not(self, state: State, step: Command) -> Refusal | None:
        """Returns the reason against a well-formed command, or None if it is legal."""

    def apply(self, state: State, step: Command) -> tuple[State, tuple[TableEvent, ...]]:
        """Returns the state after a legal command, and its events."""

    def draw(self, state: State, chance: SeededChance) -> Command | None:
        """Returns the due outcome of chance, drawn fairly, or None."""

    def result(self, state: State) -> Result | None:
        """Returns the end of the game, or None while it continues."""

    def say(self, event: TableEvent, players: Sequence[str]) -> str:
        """Returns an event as a sentence in the current language."""

    def view(self, state: State) -> dict[str, Any]:
        """Returns the public part of a state in its JSON form."""
