"""A device at the table: what it rolls is done at once, what the table calls is heard."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from pingblock.connection.discovery import choose
from pingblock.connection.reconnect import LOOK_S, Open, Reconnection
from pingblock.connection.session import Message
from pingblock.device import Device
from pingblock.errors import BadInput, LinkError, LinkLost, PingblockError, Refused
from pingblock.tables.calls import Call, calls_of, play, seat_of
from pingblock.tables.command import Command, command
from pingblock.tables.device_events import next_roll, step_of
from pingblock.tables.game import TableEvent
from pingblock.tables.table import Table

LISTEN_S = 0.2
CLOSE_S = 1.0
ANY_PORT = "auto"  # the only Pico there is
_TRY = "jail_try"  # reported of a roll that was reported before, or alone (FN-29)
_END = "end"  # of a turn, which the next roll closes (FN-11)
# The press game of the device, by table; the first that the device has.
_PRESS_GAMES = {
    "celebration": ("dice", "block"),
    "hideout": ("dice",),
    "wasteland": ("dice",),
    "wasteland_speed": ("dice",),
    "storm": ("storm_dice",),
    "fortune": ("fortune",),
}
_DICE_RULES = "dice_rules"


def prepare(device: Device, game: str) -> str:
    """Chooses the press game of a table on the device.

    Returns:
        A sentence about what it plays now.

    Raises:
        LinkError, Refused: as of ``Device.request``.
    """
    wanted = _PRESS_GAMES.get(game, ())
    found = device.request("game")
    names = [name for name in wanted if name in found["games"]]
    if names and found["game"] != names[0]:
        device.request("game", name=names[0])
    if names[:1] == ["dice"]:
        device.request("settings", set={_DICE_RULES: game})
    if not names and wanted:
        return f"This device's firmware has no game {wanted[0]}: type the dice."
    plays = names[0] if names else found["game"]
    return f"Device {device.hello.uid} is at the table and plays {plays}."


class DeviceSeat:
    """Place of a device at a table.

    Args:
        table: which its events change.
    """

    def __init__(self, table: Table[Any]) -> None:
        self._table = table
        self._draw: Any = None  # the number of the last one that was a command
        self.announced: Any = None  # the state whose next roll the device knows
        self.due: Sequence[Call] = ()  # calls that are not played yet

    def announce(self, device: Device) -> None:
        """Tells a device how to judge the next roll, once for each state.

        Raises:
            LinkError: as of ``Device.request``. A firmware that does not know it is left alone.
        """
        state = self._table.state
        if state is self.announced:
            return
        self.announced = state
        if roll := next_roll(state):
            with suppress(Refused):
                device.request("dice", **roll)

    def take(self, event: Message) -> tuple[Command, tuple[TableEvent, ...]] | None:
        """Carries out an event of the device.

        Returns:
            The command and what it brought about; None if the event means nothing here.

        Raises:
            RefusedCommand: it counts for nothing now; the reason says why.
            OSError: the log could not be written; nothing has changed.
        """
        table = self._table
        if event.get("event") == "outcome":
            self.announced = None  # whatever it was, the next one is to be announced
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
        return step, (*events, *self.do(step))

    def do(self, step: Command) -> tuple[TableEvent, ...]:
        """Carries out a command of anybody, and notes what the table calls."""
        before = seat_of(self._table.state)
        events = self._table.do(step)
        self.due = calls_of(events, before, seat_of(self._table.state)) or self.due
        return events


class DeviceThread:
    """Thread that listens to a device, follows it over unplugging, and plays calls.

    Args:
        port: see ``Device``.
        seat: whose calls are played.
        game: of the table, for the device's press game.
        took: called with each event of the device, in this thread.
        say: called with a sentence for people, in this thread.
        opened: opens the device at a port.
    """

    def __init__(
        self,
        port: str | None,
        seat: DeviceSeat,
        game: str,
        took: Callable[[Message], None],
        say: Callable[[str], None],
        opened: Open = lambda port: Device(port).open(),
    ) -> None:
        self._name = choose(port)
        self._device = opened(self._name)
        self._opened = opened
        self._seat = seat
        self._game = game
        self._took = took
        self._say = say
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begins to listen."""
        self._thread.start()

    def close(self) -> None:
        """Ends it and gives the port back; it may be waiting for whoever calls this."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)
        self._device.close()

    def round(self) -> None:
        """Listens for a moment, then plays a call that is due."""
        self._seat.announce(self._device)
        for event in self._device.events(for_s=LISTEN_S):
            self._took(event)
        due = self._seat.due
        left = play(self._device, due)
        if self._seat.due is due:  # else the table has called anew meanwhile
            self._seat.due = left

    def prepare(self) -> None:
        """Chooses the game of the table on the device, and says so."""
        try:
            self._say(prepare(self._device, self._game))
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
