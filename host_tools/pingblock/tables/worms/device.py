"""A device in a game of ``worms``: its wiggles and its sounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pingblock.tables.calls import WINNER
from pingblock.tables.command import Command, command
from pingblock.tables.device_side import DeviceSide
from pingblock.tables.game import TableGame
from pingblock.tables.worms.moves import RUN, TIME
from pingblock.tables.worms.state import WormsState

_RUN = {"started": RUN, "ended": TIME, "stopped": TIME}


class WormsDevice(DeviceSide[WormsState]):
    """The device's part in ``worms``."""

    calls: ClassVar = {"won": WINNER}

    def settings(self, options: Mapping[str, Any], state: WormsState) -> dict[str, object]:
        """Returns the variants. Players are left out, because the device does not referee."""
        return {"players": 0, "mixed": options["mixed"], "together": options["together"]}

    def stop(self, state: WormsState) -> dict[str, object] | None:
        """Returns the request that stops the worms, unless they also wiggle in this state."""
        return None if state.running else {"do": "worms", "run": "stop"}

    def run(
        self, game: TableGame[WormsState], state: WormsState, event: Mapping[str, object]
    ) -> Command | None:
        """Returns the beginning or the end of a wiggle, if it is new to the referee."""
        do, seats = _RUN.get(str(event.get("state"))), game.to_act(state)
        known = state.running == (do == RUN)
        return command(do, seats[0]) if do and seats and not known else None
