"""Events of one device over unplugging, resets and changes of port."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator

from pingblock.connection.discovery import choose, picos, port_of
from pingblock.connection.reconnect import LOOK_S
from pingblock.connection.session import Message
from pingblock.device import Device
from pingblock.errors import LinkError, LinkLost

Open = Callable[[str], Device]
Say = Callable[[str], None]


def _open(port: str) -> Device:
    return Device(port).open()


class Follower:
    """Watches one device, and finds it again by the number of its chip.

    Args:
        port: see ``Device``.
        say: is told, in a sentence, when the device goes and comes.
        opened: opens the device at a port.
        nap: lets so many seconds pass.
    """

    def __init__(
        self,
        port: str | None,
        say: Say,
        opened: Open = _open,
        nap: Callable[[float], None] = time.sleep,
    ) -> None:
        self._wanted = port
        self._say = say
        self._opened = opened
        self._nap = nap

    def events(self, reconnect: bool = True) -> Generator[Message]:
        """Yields events as they come.

        Args:
            reconnect: whether to wait for the device when its link is lost.

        Raises:
            LinkLost: it was lost, and is not to be waited for.
            LinkError: it cannot be opened in the first place.
        """
        port = choose(self._wanted)
        by_number = any(each.port == port for each in picos())
        device = self._opened(port)
        self._say(f"Watching device {device.hello.uid} at {port}; Ctrl-C ends it.")
        while True:
            try:
                yield from device.events()
            except LinkLost as lost:
                if not reconnect:
                    raise
                uid = device.hello.uid
                self._say(f"{lost} Waiting for device {uid}.")
            finally:
                device.close()
            port, device = self._again(uid, None if by_number else port)
            self._say(f"Device {uid} is back at {port}, with firmware {device.hello.version}.")

    def _again(self, uid: str, fixed: str | None) -> tuple[str, Device]:
        """Returns port and device once it is back: where its number is, or at a fixed name."""
        told = ""
        while True:
            self._nap(LOOK_S)
            port = fixed or port_of(uid)
            if port is None:
                continue
            try:
                device = self._opened(port)
            except LinkLost:  # it is still restarting
                continue
            except LinkError as not_yet:
                if fixed is None and str(not_yet) != told:
                    told = str(not_yet)
                    self._say(told)
                continue
            if device.hello.uid == uid:
                return port, device
            device.close()
