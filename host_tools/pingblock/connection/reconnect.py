"""Meeting a device again that has restarted: by the number of its chip, at whatever port."""

from __future__ import annotations

import time
from collections.abc import Callable

from pingblock.connection.discovery import picos, port_of
from pingblock.device import Device
from pingblock.errors import LinkError, NoAnswer, WrongDevice

LIMIT_S = 20.0
LOOK_S = 0.25  # between two looks; USB takes longer than this to come back
HELLO_S = 1.0

Open = Callable[[str], Device]
Nap = Callable[[float], None]
Clock = Callable[[], float]


def open_device(port: str) -> Device:
    """Opens a device that may still be starting."""
    return Device(port, timeout_s=HELLO_S).open()


class Again:
    """Finds one device again.

    Args:
        port: where it was.
        uid: of the device.
        opened: opens the device at a port; it need not wait long.
        clock: tells seconds.
        nap: lets so many seconds pass.
    """

    def __init__(
        self,
        port: str,
        uid: str,
        opened: Open = open_device,
        clock: Clock = time.monotonic,
        nap: Nap = time.sleep,
    ) -> None:
        self._uid = uid
        self._port = port
        self._by_number = any(each.port == port for each in picos())
        self._opened = opened
        self._clock = clock
        self._nap = nap

    def device(self, limit_s: float = LIMIT_S) -> Device:
        """Returns it, open.

        Raises:
            NoAnswer: it is not back in time.
            WrongDevice: another one answers at its port.
        """
        until_s = self._clock() + limit_s
        last = ""
        while self._clock() < until_s:
            port = self._where()
            try:
                if port:
                    return self._checked(self._opened(port))
            except WrongDevice:
                raise
            except LinkError as not_yet:
                last = str(not_yet)
            self._nap(LOOK_S)
        raise NoAnswer(f"Device {self._uid} is not back within {limit_s:g} s. {last}".strip())

    def _where(self) -> str | None:
        if not self._by_number:
            return self._port
        return port_of(self._uid)

    def _checked(self, device: Device) -> Device:
        if device.hello.uid != self._uid:
            device.close()
            raise WrongDevice(f"{device.hello.uid} answers in the place of {self._uid}.")
        return device
