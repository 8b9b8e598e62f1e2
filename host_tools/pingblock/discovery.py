"""Which of this computer's serial ports a Pingblock may be at."""

from __future__ import annotations

import os
from dataclasses import dataclass

from serial.tools import list_ports

from pingblock.errors import NoDevice

RASPBERRY_PI = 0x2E8A  # USB vendor; a Pico with MicroPython carries it
PORT_VARIABLE = "PINGBLOCK_PORT"


@dataclass(frozen=True)
class Found:
    """A serial port that looks like a Pico.

    ``serial_number`` is the board's own, the same on every port; "" if USB does not tell it.
    """

    port: str
    serial_number: str
    description: str


def picos() -> list[Found]:
    """Returns the ports that look like a Pico, by name. What runs on them nobody asked."""
    return [
        Found(port.device, port.serial_number or "", port.description or "")
        for port in sorted(list_ports.comports(), key=lambda port: port.device)
        if port.vid == RASPBERRY_PI
    ]


def choose(port: str | None = None) -> str:
    """Returns the port to use: ``port``, else PINGBLOCK_PORT, else that of the only Pico.

    Raises:
        NoDevice: there is none, or there are several.
    """
    named = port or os.environ.get(PORT_VARIABLE)
    if named:
        return named
    found = picos()
    if len(found) == 1:
        return found[0].port
    if not found:
        raise NoDevice("No Pico is plugged in: plug one in, or name a port with --port.")
    names = ", ".join(f"{each.port} ({each.serial_number})" for each in found)
    raise NoDevice(f"Several Picos are plugged in: {names}. Name one with --port.")
