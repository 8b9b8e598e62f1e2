"""Reconnects to a device that restarted or was unplugged, by the number of its chip."""

from __future__ import annotations

import time
from collections.abc import Callable

from pingblock.connection.device import Device
from pingblock.connection.discovery import picos, port_of
from pingblock.errors import LinkError, NoAnswer, WrongDevice

LIMIT_S = 20.0
LOOK_S = 0.25  # pause between two attempts, because USB needs longer to return
HELLO_S = 1.0

Open = Callable[[str], Device]


def open_device(port: str) -> Device:
    """Opens a device that may be starting. Sends no keys, because a key can stop the start."""
    return Device(port, timeout_s=HELLO_S, recover="never").open()


class Reconnection:
    """Opens one device again after its link was lost, even at another port.

    Args:
        port: name of the port where the device was.
        uid: the device's chip number.
        opened: opens the device at a port. It need not wait long.
    """

    def __init__(self, port: str, uid: str, opened: Open = open_device) -> None:
        self.port = port
        self.by_number = any(each.port == port for each in picos())
        self._uid = uid
        self._opened = opened

    def attempt(self) -> Device | None:
        """Looks for the device once. Returns the opened device, or None if its port is missing.

        Afterwards ``port`` is the port of this attempt.

        Raises:
            WrongDevice: another device answers at the port.
            LinkError: the port exists but the device cannot be opened.
        """
        port = port_of(self._uid) if self.by_number else self.port
        if port is None:
            return None
        self.port = port
        device = self._opened(port)
        if device.hello.uid != self._uid:
            device.close()
            raise WrongDevice(
                f"{device.hello.uid} answers instead of {self._uid}: unplug it, then try again."
            )
        return device

    def wait(self, limit_s: float = LIMIT_S) -> Device:
        """Waits until the device is connected again, and returns it opened.

        Raises:
            NoAnswer: the device did not return within ``limit_s``.
            WrongDevice: another device answers at its port.
        """
        until_s = time.monotonic() + limit_s
        last = ""
        while time.monotonic() < until_s:
            try:
                if device := self.attempt():
                    return device
            except WrongDevice:
                raise
            except LinkError as not_yet:
                last = str(not_yet)
            time.sleep(LOOK_S)
        raise NoAnswer(f"Device {self._uid} is not back within {limit_s:g} s. {last}".strip())
