"""Seat of a device at a table: carries out its rolls at once, and collects the calls due on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from pingblock.errors import Refused
from pingblock.tables.calls import SOLD, Call, Requests, calls_of, seat_of
from pingblock.tables.command import Command
from pingblock.tables.game import TableEvent
from pingblock.tables.games import device_of
from pingblock.tables.table import Table

LISTEN_S = 0.2  # time to wait for events between two looks at due calls
_TRY = "jail_try"  # a report about a roll that came before it, or without one (FN-29)
_FALLEN = ("sold", "unsold")  # the hammer by the device's clock, with a sound on the device
_DICE, _AUCTION = "dice", "auction"  # the request, and its part for the hammer


class DeviceSeat:
    """Seat of a device at a table.

    Args:
        table: that the device's events change.
    """

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self._side = device_of(table.game)
        self._draw: Any = None  # number of the last draw that became a command
        self.announced: Any = None  # the state whose next roll the device knows
        self.due: Sequence[Call] = ()  # calls that have not been played yet
        self._hammer = False  # whether the device counts the time of an auction
        self._bid = -1  # the highest bid that the device knows, or -1 without an auction
        self._runs = False  # whether a run of the device's has begun and not ended

    def announce(self, device: Requests) -> None:
        """Sends a device the requests that follow from the state, once for each state.

        Raises:
            LinkError: as of ``Device.request``. A firmware that does not know the request is
                ignored.
        """
        state = self.table.state
        if state is self.announced:
            return
        self.announced = state
        over = self.table.game.result(state)
        roll = None if over else self._side.next_roll(self.table.game, state)
        for request in (self._of_auction(), self._of_run(), roll):
            if request:
                with suppress(Refused):
                    device.request(**request)

    def _of_auction(self) -> dict[str, Any] | None:
        """Returns a request about the table's auction: its time begins again, or it is over."""
        before, self._bid = self._bid, self._side.bid(self.table.state)
        if not self._hammer or before == self._bid:
            return None
        if self._bid >= 0:
            return {"do": _DICE, _AUCTION: "bid"} if before >= 0 else None
        self._hammer = False
        # the device calls it by itself
        self.due = [call for call in self.due if call.name != SOLD]
        return {"do": _DICE, _AUCTION: "stop"}

    def _of_run(self) -> dict[str, Any] | None:
        """Returns a request that ends a device's run, because people ended it at the table."""
        stop = self._side.stop(self.table.state) if self._runs else None
        self._runs = self._runs and stop is None
        return stop

    def take(self, event: Mapping[str, Any]) -> tuple[Command, tuple[TableEvent, ...]] | None:
        """Carries out an event of the device.

        Returns:
            The command and its events, or None if the event has no meaning here.

        Raises:
            Refusal: the event does not count now. The message has the reason.
            OSError: the log could not be written. The table has not changed.
        """
        table = self.table
        if event.get("event") == "outcome":
            self.announced = None  # after any event the next roll must be announced again
            self._hammer = event.get("outcome") == _AUCTION or (
                self._hammer and event.get("outcome") not in _FALLEN
            )
        elif event.get("event") == "run":
            self._runs = event.get("state") == "started"
        step = self._side.step(table.game, table.state, event)
        again = event.get("outcome") == _TRY and event.get("draw") == self._draw
        if step is None or again:
            return None
        self._draw = event.get("draw")
        events = self.do(step)
        if event.get("outcome") in _FALLEN:
            self.due = [call for call in self.due if call.name != SOLD]
        return step, events

    def do(self, step: Command) -> tuple[TableEvent, ...]:
        """Carries out any command, and notes the calls that follow from it."""
        before = seat_of(self.table.state)
        events = self.table.do(step)
        after = seat_of(self.table.state)
        self.due = calls_of(self._side.calls, events, before, after) or self.due
        return events
