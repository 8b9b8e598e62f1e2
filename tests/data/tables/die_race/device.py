"""A device at a table of ``die_race``: its die, and its sounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pingblock.tables.calls import WINNER
from pingblock.tables.command import Command, command
from pingblock.tables.device_side import DeviceSide
from pingblock.tables.game import TableGame


class DieRaceDevice(DeviceSide):
    """The device's part in ``die_race``."""

    calls: ClassVar = {"won": WINNER}
    gives: ClassVar = ("dice",)

    def settings(self, options: Mapping[str, Any], state: Any) -> dict[str, Any]:
        """Returns the rules of one die."""
        return {"dice_rules": "one"}

    def outcome(
        self, game: TableGame[Any], state: Any, event: Mapping[str, Any]
    ) -> Command | None:
        """See ``DeviceSide.outcome``."""
        return command("dice", number=event["dice"][0]) if "dice" in event else None
