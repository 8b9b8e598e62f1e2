"""A device at a table of one game: what its events mean there, and what the table asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from pingblock.tables.command import Command
from pingblock.tables.game import TableGame


class DeviceSide:
    """Part of a device at a table; this one takes nothing from it and calls nothing on it.

    ``calls`` names the call, one of the constants of ``tables.calls``, of each kind of event.
    ``gives`` names the verbs of chance that a press may stand for.
    ``new_game`` is the request that begins a new game on the device; {}: none is needed.
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
        """Returns the command that an event of a device stands for; it may be illegal now.

        Args:
            game: the table's.
            state: as it stands.
            event: such as ``{"event": "outcome", "outcome": "roll", "dice": [3, 5]}``.

        Returns:
            None if the event means nothing at this table.
        """
        if event.get("event") == "outcome":
            return self.outcome(game, state, event)
        return self.run(game, state, event) if event.get("event") == "run" else None

    def outcome(
        self, game: TableGame[Any], state: Any, event: Mapping[str, Any]
    ) -> Command | None:
        """Returns what a press gave, as ``step`` does."""
        return None

    def run(self, game: TableGame[Any], state: Any, event: Mapping[str, Any]) -> Command | None:
        """Returns the beginning or the end of a run of the worms, as ``step`` does."""
        return None

    def next_roll(self, game: TableGame[Any], state: Any) -> dict[str, Any] | None:
        """Returns the request to the device that says how it is to judge the next roll.

        So its verdict is the table's: on a try to leave jail, or on a roll of a turn with the
        bonus rolls before it; a roll for the start, a utility or the block has none.

        Args:
            game: the table's.
            state: as it stands; the game is not over.

        Returns:
            None if nobody rolls now, or the game has no such verdicts.
        """
        return None

    def bid(self, state: Any) -> int:
        """Returns the highest bid of the auction that is on, 0 before the first; -1: none."""
        return -1
