"""Place of a device at a table: what it rolls is done at once, what the table calls is due."""

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

LISTEN_S = 0.2  # for events, between two looks at what is due
_TRY = "jail_try"  # reported of a roll that was reported before, or alone (FN-29)
_FALLEN = ("sold", "unsold")  # the hammer, by the device's clock, which says so by sound
_DICE, _AUCTION = "dice", "auction"  # the request, and what of it is the hammer's


class DeviceSeat:
    """Place of a device at a table.

    Args:
        table: which its events change.
    """

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self._side = device_of(table.game)
        self._draw: Any = None  # the number of the last one that was a command
        self.announced: Any = None  # the state whose next roll the device knows
        self.due: Sequence[Call] = ()  # calls that are not played yet
        self._hammer = False  # the device counts the time of an auction
        self._bid = -1  # the highest of the table's auction that the device knows; -1: no auction

    def announce(self, device: Requests) -> None:
        """Tells a device how to judge the next roll, once for each state.

        Raises:
            LinkError: as of ``Device.request``. A firmware that does not know it is left alone.
        """
        state = self.table.state
        if state is self.announced:
            return
        self.announced = state
        over = self.table.game.result(state)
        roll = None if over else self._side.next_roll(self.table.game, state)
        for request in (self._of_auction(), roll):
            if request:
                with suppress(Refused):
                    device.request(**request)

    def _of_auction(self) -> dict[str, Any] | None:
        """Returns a request about the table's auction: its time begins anew, or it is over."""
        before, self._bid = self._bid, self._side.bid(self.table.state)
        if not self._hammer or before == self._bid:
            return None
        if self._bid >= 0:
            return {"do": _DICE, _AUCTION: "bid"} if before >= 0 else None
        self._hammer = False
        self.due = [call for call in self.due if call.name != SOLD]  # the device says it itself
        return {"do": _DICE, _AUCTION: "stop"}

    def take(self, event: Mapping[str, Any]) -> tuple[Command, tuple[TableEvent, ...]] | None:
        """Carries out an event of the device.

        Returns:
            The command and what it brought about; None if the event means nothing here.

        Raises:
            RefusedCommand: it counts for nothing now; the reason says why.
            OSError: the log could not be written; nothing has changed.
        """
        table = self.table
        if event.get("event") == "outcome":
            self.announced = None  # whatever it was, the next one is to be announced
            self._hammer = event.get("outcome") == _AUCTION or (
                self._hammer and event.get("outcome") not in _FALLEN
            )
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
        """Carries out a command of anybody, and notes what the table calls."""
        before = seat_of(self.table.state)
        events = self.table.do(step)
        after = seat_of(self.table.state)
        self.due = calls_of(self._side.calls, events, before, after) or self.due
        return events
