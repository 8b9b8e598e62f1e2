"""Rules of a game, which every referee implements as pure functions of a state.

A state is immutable, and each game has its own type for it. Functions must not read a clock, a
file or a random number. Dice and cards arrive as commands without a seat: a person can type them,
a device can roll them, or ``draw`` can draw them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from pingblock.common.options import Option
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import Command, Refusal, Verb

State = TypeVar("State")


class TableEvent(NamedTuple):
    """An event of a command. ``TableGame.say`` turns it into a sentence."""

    kind: str  # kind of event, such as "scored"
    rule: str = ""  # id in the specification, such as "FT-10"
    seat: int | None = None  # seat of the player whom the event concerns
    args: tuple[Any, ...] = ()  # values for the sentence, in the order that the kind defines


class Result(NamedTuple):
    """End of a game."""

    winners: tuple[int, ...]  # seats. If there are several, they share the win
    scores: tuple[int, ...]  # score of each seat
    reason: str  # sentence about why the game ended
    rule: str = ""


class TableGame(Protocol[State]):
    """A referee. ``why_not`` decides whether a command is legal, and ``legal`` lists commands.

    A state has ``turns`` (int), the number of turns that have begun or ended. If players can drop
    out, it also has ``alive``, the seats that are still in the game. Studies use both.

    Until ``result`` returns an end, at least one command is legal: a decision of a player in
    ``to_act``, or an outcome of chance.
    """

    name: str
    # version of the rules. It must increase if the rules would judge an old log differently
    version: int
    players: range  # the possible numbers of players
    options: Mapping[str, Option]
    verbs: Mapping[str, Verb]
    # name -> bot. Each game has the bot "plain"
    bots: Mapping[str, Callable[[State, int, SeededChance], Command]]
    # A game can have more attributes. ``amends``: corrections and other steps outside of the
    # rulebook, see ``amend.py``. ``by_people``: returns whether only people can do the next step,
    # such as reading a paper card for a bot. ``tallied``: yields what a study counts for a
    # command: kind (see ``tally.py``), key and amount. ``things``: returns name and words of each
    # thing that an option counts, such as a card of a deck.

    def start(self, options: Mapping[str, Any], players: Sequence[str]) -> State:
        """Returns the state before the first command.

        Args:
            options: a valid value for every option.
            players: names of the players, in the order of their seats.

        Raises:
            BadInput: the options contradict each other.
        """

    def to_act(self, state: State) -> tuple[int, ...]:
        """Returns the seats that can decide now, or () if chance is due or the game is over."""

    def legal(self, state: State) -> tuple[Command, ...]:
        """Returns every legal command, or every outcome of chance, or () after the end of the
        game.

        If a command has too many possible arguments, such as a bid or a deal, this can list only
        examples. ``why_not`` judges all commands.
        """

    def why_not(self, state: State, step: Command) -> Refusal | None:
        """Returns the reason against a well-formed command, or None if it is legal."""

    def apply(self, state: State, step: Command) -> tuple[State, tuple[TableEvent, ...]]:
        """Returns the state after a legal command, and its events."""

    def draw(self, state: State, chance: SeededChance) -> Command | None:
        """Returns the outcome of chance that is due, drawn fairly, or None."""

    def result(self, state: Any) -> Result | None:
        """Returns the end of the game, or None while it continues. By default the state contains
        it.
        """
        found: Result | None = state.result
        return found

    def say(self, event: TableEvent, players: Sequence[str]) -> str:
        """Returns an event as a sentence in the current language."""

    def view(self, state: State) -> dict[str, Any]:
        """Returns the public part of a state as an object for JSON."""
