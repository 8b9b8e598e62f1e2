"""A device at a table of one game: the meaning of its events, and the requests of the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from pingblock.tables.calls import seat_of
from pingblock.tables.command import Command
from pingblock.tables.game import TableGame


class DeviceSide:
    """Part of a device at a table. This base class uses no events and plays no calls.

    ``calls`` names the call, one of the constants of ``tables.calls``, of each kind of event.
    ``gives`` names the verbs of chance that a press can mean. ``new_game`` is the request that
    begins a new game on the device, or {} if no request is needed.
    """

    calls: ClassVar[Mapping[str, str]] = {}
    gives: ClassVar[Collection[str]] = ()
    new_game: ClassVar[Mapping[str, str]] = {}

    def settings(self, options: Mapping[str, Any], state: Any) -> dict[str, Any]:
        """Returns the settings of the device that follow from a table's options.

        Args:
            options: a value for every option of the table.
            state: any state of it.
        """
        return {}

    def step(self, game: TableGame[Any], state: Any, event: Mapping[str, Any]) -> Command | None:
        """Returns the command for an event, which can be illegal, because people act meanwhile.

        Args:
            game: the table's.
            state: the current one.
            event: such as ``{"event": "outcome", "outcome": "roll", "dice": [3, 5]}``.

        Returns:
            None if the event has no meaning at this table.
        """
        if event.get("event") == "outcome":
            return self.outcome(game, state, event)
        return self.run(game, state, event) if event.get("event") == "run" else None

    def outcome(
        self, game: TableGame[Any], state: Any, event: Mapping[str, Any]
    ) -> Command | None:
        """Returns the command for the outcome of a press, see ``step``."""
        return None

    def run(self, game: TableGame[Any], state: Any, event: Mapping[str, Any]) -> Command | None:
        """Returns the command for the beginning or the end of a wiggle, see ``step``."""
        return None

    def stop(self, state: Any) -> dict[str, Any] | None:
        """Returns the request that ends a run of the device, or None while it goes on."""
        return None

    def next_roll(self, game: TableGame[Any], state: Any) -> dict[str, Any] | None:
        """Returns the request to the device that sets how it must judge the next roll.

        So device and table agree about a try to leave jail, or about a roll of a turn with the
        bonus rolls before it. A roll for the start, a utility or the block has no verdict.

        Args:
            game: the table's.
            state: the current one. The game is not over.

        Returns:
            None if no roll is due, or the game has no such verdicts.
        """
        return None

    def roller(self, game: TableGame[Any], state: Any) -> int | None:
        """Returns the seat to which a roll of a device would belong now, or None.

        Args:
            game: the table's.
            state: the current one.
        """
        return seat_of(state)

    def bid(self, state: Any) -> int:
        """Returns the highest bid of the current auction, 0 before the first, or -1."""
        return -1
