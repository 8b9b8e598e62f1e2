"""A device's part in a game: carries out its rolls, and collects the calls to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic

from pingblock.errors import Refused
from pingblock.tables.calls import SOLD, Call, Requests, calls_of, seat_of
from pingblock.tables.command import Command
from pingblock.tables.game import State, TableEvent
from pingblock.tables.games import device_of
from pingblock.tables.table import Table

LISTEN_S = 0.2  # seconds to wait for events before the next check for due calls
# This event reports whether a roll left jail. An event of the roll can precede it (FN-29).
_TRY = "jail_try"
_FALLEN = ("sold", "unsold")  # events: the device's clock has ended an auction, with a sound
_DICE, _AUCTION = "dice", "auction"  # the request, and its field about an auction


class DeviceSeat(Generic[State]):
    """A device's part in a game.

    Args:
        table: the game that the device's events change.
    """

    def __init__(self, table: Table[State]) -> None:
        self.table = table
        self._side = device_of(table.game)
        self._draw: object = None  # number of the last draw that was carried out
        # the state for whose next roll the device has been prepared
        self.announced: State | None = None
        self.due: Sequence[Call] = ()  # calls that were not played
        self._hammer = False  # whether the device counts down the time of an auction
        self._bid = -1  # the highest bid that the device knows, or -1 if there is no auction
        self._runs = False  # whether a wiggle of the device has begun and not ended

    def announce(self, device: Requests) -> None:
        """Sends the requests that follow from the state to a device, once for each state.

        Raises:
            LinkError: as for ``Device.request``. A device whose firmware does not know the request
                is ignored.
        """
        state = self.table.state
        if state is self.announced:
            return
        self.announced = state
        over = self.table.game.result(state)
        roll = None if over else self._side.next_roll(state)
        for request in (self._of_auction(), self._of_run(), roll):
            if request:
                with suppress(Refused):
                    device.request(**request)

    def _of_auction(self) -> dict[str, Any] | None:
        """Returns a request that starts the auction's time again or ends the auction, or None."""
        before, self._bid = self._bid, self._side.bid(self.table.state)
        if not self._hammer or before == self._bid:
            return None
        if self._bid >= 0:
            return {"do": _DICE, _AUCTION: "bid"} if before >= 0 else None
        self._hammer = False
        # The device itself announces this.
        self.due = [call for call in self.due if call.name != SOLD]
        return {"do": _DICE, _AUCTION: "stop"}

    def _of_run(self) -> dict[str, Any] | None:
        """Returns a request that ends the device's wiggle because people ended it, or None."""
        stop = self._side.stop(self.table.state) if self._runs else None
        self._runs = self._runs and stop is None
        return stop

    def take(self, event: Mapping[str, object]) -> tuple[Command, tuple[TableEvent, ...]] | None:
        """Carries out an event of the device.

        Returns:
            The command and its events, or None if the event has no meaning here.

        Raises:
            Refusal: the event is not allowed now. The message has the reason.
            OSError: the log could not be written. The table has not changed.
        """
        table = self.table
        if event.get("event") == "outcome":
            # After an event, the device must be prepared again for the next roll.
            self.announced = None
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
