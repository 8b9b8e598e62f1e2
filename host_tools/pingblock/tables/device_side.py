"""The meaning of a device's events in one game, and the requests that the game sends."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Generic

from pingblock.tables.calls import seat_of
from pingblock.tables.command import Command
from pingblock.tables.game import State, TableGame


class DeviceSide(Generic[State]):
    """The device side of a game. This base class ignores all events and plays no calls.

    ``calls`` maps kinds of events to calls, constants of ``tables.calls``. ``gives`` lists the
    verbs of chance that a press can mean. ``new_game`` is the request that begins a new game on
    the device, or {} if none is needed.
    """

    calls: ClassVar[Mapping[str, str]] = {}
    gives: ClassVar[Collection[str]] = ()
    new_game: ClassVar[Mapping[str, str]] = {}

    def settings(self, options: Mapping[str, Any], state: State) -> dict[str, object]:
        """Returns the device's settings that follow from the options of a game.

        Args:
            options: a value for every option of the table.
            state: any state of the game.
        """
        return {}

    def step(
        self, game: TableGame[State], state: State, event: Mapping[str, object]
    ) -> Command | None:
        """Returns the command that an event means. The command can be illegal, because people act
        at the same time.

        Args:
            game: the game of the table.
            state: the current state.
            event: such as ``{"event": "outcome", "outcome": "roll", "dice": [3, 5]}``.

        Returns:
            None if the event has no meaning in this game.
        """
        if event.get("event") == "outcome":
            return self.outcome(game, state, event)
        return self.run(game, state, event) if event.get("event") == "run" else None

    def outcome(
        self, game: TableGame[State], state: State, event: Mapping[str, object]
    ) -> Command | None:
        """Returns the command for the outcome of a press, see ``step``."""
        return None

    def run(
        self, game: TableGame[State], state: State, event: Mapping[str, object]
    ) -> Command | None:
        """Returns the command for the beginning or the end of a wiggle, see ``step``."""
        return None

    def stop(self, state: State) -> dict[str, object] | None:
        """Returns the request that ends the device's wiggle, or None while it must continue."""
        return None

    def next_roll(self, state: State) -> dict[str, object] | None:
        """Returns the request with the rules with which the device judges the next roll.

        Device and referee must agree about a try to leave jail, or about the effect of bonus
        rolls. A roll for the start, for a utility or for the block is not judged.

        Args:
            state: the current state, in which the game is not over.

        Returns:
            None if no roll is due, or if the device need not judge rolls of this game.
        """
        return None

    def roller(self, state: State) -> int | None:
        """Returns the seat whose player would now roll with a device, or None."""
        return seat_of(state)

    def bid(self, state: State) -> int:
        """Returns the auction's highest bid, 0 before the first bid, or -1 without an auction."""
        return -1
