"""Connects a device to a game in a thread: reads its events, reconnects, and plays calls."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import cast

from pingblock.connection.device import Device
from pingblock.connection.discovery import choose
from pingblock.connection.reconnect import LOOK_S, Open, Reconnection
from pingblock.connection.session import Message
from pingblock.errors import BadInput, LinkError, LinkLost, PingblockError, Refused
from pingblock.languages import _
from pingblock.tables.calls import play
from pingblock.tables.device_seat import LISTEN_S, DeviceSeat
from pingblock.tables.game import State
from pingblock.tables.loan import Loan

CLOSE_S = 1.0
ANY_PORT = "auto"  # means the only connected Pico


class DeviceThread:
    """A thread that reads a device's events, reconnects after unplugging, and plays calls.

    Args:
        port: see ``Device``. ``ANY_PORT`` means the only connected Pico.
        seat: the device's ``DeviceSeat``, whose calls are played.
        took: called with each event of the device, in this thread.
        say: called with a sentence for people, in this thread.
        opened: opens the device at a port.
    """

    def __init__(
        self,
        port: str | None,
        seat: DeviceSeat[State],
        took: Callable[[Message], None],
        say: Callable[[str], None],
        opened: Open = lambda port: Device(port).open(),
    ) -> None:
        self._name = choose(None if port == ANY_PORT else port)
        self._device = opened(self._name)
        self._opened = opened
        self._seat = seat
        self._took = took
        self._say = say
        self._loan = Loan()
        self._over = threading.Event()
        self._thread = threading.Thread(target=copy_context().run, args=(self._run,), daemon=True)

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stops the thread, restores the device's settings, and closes the port.

        The thread can be waiting for the caller of this method, so this does not wait for it.
        """
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)
        # The device was unplugged, so it keeps the table's settings.
        with suppress(LinkError, Refused):
            self._loan.end(self._device)
        self._device.close()

    def round(self) -> None:
        """Reads events for a short time, then plays a due call."""
        self._seat.announce(self._device)
        for event in self._device.events(for_s=LISTEN_S):
            self._took(cast(dict[str, object], event))
        due = self._seat.due
        left = play(self._device, due)
        if self._seat.due is due:  # Otherwise the table has added calls in the meantime.
            self._seat.due = left

    def prepare(self) -> None:
        """Chooses the device's game for this table, and reports the choice."""
        try:
            self._say(self._loan.begin(self._device, self._seat.table))
        except Refused as refused:
            self._say(_("The device keeps its present game: {refused}").format(refused=refused))

    def _run(self) -> None:
        reconnection = Reconnection(self._name, self._device.hello.uid, self._opened)
        try:
            self.prepare()
            while not self._over.is_set():
                self._round_or_wait(reconnection)
        except (PingblockError, BadInput) as ended:
            self._say(_("The device no longer takes part: {fault}").format(fault=ended))

    def _round_or_wait(self, reconnection: Reconnection) -> None:
        try:
            self.round()
        except Refused as refused:  # Older firmware has no calls.
            self._seat.due = ()
            self._say(_("The device cannot announce this: {refused}").format(refused=refused))
        except LinkLost as lost:
            self._device.close()
            wait = _("Waiting for the device. You can type the dice meanwhile.")
            self._say(f"{lost} {wait}")
            while not self._over.is_set():
                self._over.wait(LOOK_S)
                if device := _attempt(reconnection):
                    self._device = device
                    self._seat.announced = None
                    self._say(_("The device is back."))
                    return


def _attempt(reconnection: Reconnection) -> Device | None:
    try:
        return reconnection.attempt()
    except LinkError:
        return None
