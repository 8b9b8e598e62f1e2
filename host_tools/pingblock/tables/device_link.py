"""A device at the table: what it rolls is done at once, what the table calls is heard."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast

from pingblock.connection.discovery import choose
from pingblock.connection.reconnect import LOOK_S, Open, Reconnection
from pingblock.connection.session import Message
from pingblock.device import Device
from pingblock.errors import BadInput, LinkError, LinkLost, PingblockError, Refused
from pingblock.tables.calls import SOLD, Call, calls_of, play, seat_of
from pingblock.tables.command import Command, command
from pingblock.tables.device_events import DICE, next_roll, step_of
from pingblock.tables.game import TableEvent
from pingblock.tables.loan import Loan
from pingblock.tables.property.state import PropertyState
from pingblock.tables.property.tasks import Auction
from pingblock.tables.property.verb import at_hand
from pingblock.tables.table import Table

LISTEN_S = 0.2
CLOSE_S = 1.0
ANY_PORT = "auto"  # the only Pico there is
_TRY = "jail_try"  # reported of a roll that was reported before, or alone (FN-29)
_FALLEN = ("sold", "unsold")  # the hammer, by the device's clock, which says so by sound
_END = "end"  # of a turn, which the next roll closes (FN-11)
_AUCTION = "auction"


class DeviceSeat:
    """Place of a device at a table.

    Args:
        table: which its events change.
    """

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self._draw: Any = None  # the number of the last one that was a command
        self.announced: Any = None  # the state whose next roll the device knows
        self.due: Sequence[Call] = ()  # calls that are not played yet
        self._hammer = False  # the device counts the time of an auction
        self._bid = -1  # the highest of the table's auction that the device knows; -1: no auction

    def announce(self, device: Device) -> None:
        """Tells a device how to judge the next roll, once for each state.

        Raises:
            LinkError: as of ``Device.request``. A firmware that does not know it is left alone.
        """
        state = self.table.state
        if state is self.announced:
            return
        self.announced = state
        for request in (self._of_auction(), next_roll(self.table.game, state)):
            if request:
                with suppress(Refused):
                    device.request(**request)

    def _of_auction(self) -> dict[str, Any] | None:
        """Returns a request about the table's auction: its time begins anew, or it is over."""
        task = at_hand(self.table.state) if isinstance(self.table.state, PropertyState) else None
        before, self._bid = self._bid, task.bid if isinstance(task, Auction) else -1
        if not self._hammer or before == self._bid:
            return None
        if self._bid >= 0:
            return {"do": DICE, _AUCTION: "bid"} if before >= 0 else None
        self._hammer = False
        self.due = [call for call in self.due if call.name != SOLD]  # the device says it itself
        return {"do": DICE, _AUCTION: "stop"}

    def take(self, event: Message) -> tuple[Command, tuple[TableEvent, ...]] | None:
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
        step = step_of(table.game, table.state, event)
        again = event.get("outcome") == _TRY and event.get("draw") == self._draw
        if step is None or again:
            return None
        self._draw = event.get("draw")
        events: tuple[TableEvent, ...] = ()
        seats = table.game.to_act(table.state)
        if table.why_not(step) and _END in table.game.verbs and seats:
            closing = command(_END, seats[0])
            if table.why_not(closing) is None:
                events = self.do(closing)
                step = step_of(table.game, table.state, event) or step
        events = (*events, *self.do(step))
        if event.get("outcome") in _FALLEN:
            self.due = [call for call in self.due if call.name != SOLD]
        return step, events

    def do(self, step: Command) -> tuple[TableEvent, ...]:
        """Carries out a command of anybody, and notes what the table calls."""
        before = seat_of(self.table.state)
        events = self.table.do(step)
        self.due = calls_of(events, before, seat_of(self.table.state)) or self.due
        return events


class DeviceThread:
    """Thread that listens to a device, follows it over unplugging, and plays calls.

    Args:
        port: see ``Device``.
        seat: whose calls are played.
        took: called with each event of the device, in this thread.
        say: called with a sentence for people, in this thread.
        opened: opens the device at a port.
    """

    def __init__(
        self,
        port: str | None,
        seat: DeviceSeat,
        took: Callable[[Message], None],
        say: Callable[[str], None],
        opened: Open = lambda port: Device(port).open(),
    ) -> None:
        self._name = choose(port)
        self._device = opened(self._name)
        self._opened = opened
        self._seat = seat
        self._took = took
        self._say = say
        self._loan = Loan()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begins to listen."""
        self._thread.start()

    def close(self) -> None:
        """Ends it, gives the device its own settings back, and the port.

        It may be waiting for whoever calls this.
        """
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)
        with suppress(LinkError, Refused):  # unplugged: it keeps those of the table
            self._loan.end(self._device)
        self._device.close()

    def round(self) -> None:
        """Listens for a moment, then plays a call that is due."""
        self._seat.announce(self._device)
        for event in self._device.events(for_s=LISTEN_S):
            self._took(cast(dict[str, Any], event))
        due = self._seat.due
        left = play(self._device, due)
        if self._seat.due is due:  # else the table has called anew meanwhile
            self._seat.due = left

    def prepare(self) -> None:
        """Chooses the game of the table on the device, and says so."""
        try:
            self._say(self._loan.begin(self._device, self._seat.table))
        except Refused as refused:
            self._say(f"The device stays with its game: {refused}")

    def _run(self) -> None:
        reconnection = Reconnection(self._name, self._device.hello.uid, self._opened)
        try:
            self.prepare()
            while not self._over.is_set():
                self._round_or_wait(reconnection)
        except (PingblockError, BadInput) as ended:
            self._say(f"The device has left the table: {ended}")

    def _round_or_wait(self, reconnection: Reconnection) -> None:
        try:
            self.round()
        except Refused as refused:  # an older firmware has no calls
            self._seat.due = ()
            self._say(f"The device cannot call: {refused}")
        except LinkLost as lost:
            self._device.close()
            self._say(f"{lost} Waiting for the device; type the dice meanwhile.")
            while not self._over.is_set():
                self._over.wait(LOOK_S)
                if device := _attempt(reconnection):
                    self._device = device
                    self._seat.announced = None
                    self._say("The device is back.")
                    return


def _attempt(reconnection: Reconnection) -> Device | None:
    try:
        return reconnection.attempt()
    except LinkError:
        return None
