"""Serial ports of this computer at which a Pingblock can be."""

from __future__ import annotations

import os
from dataclasses import dataclass

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from pingblock.common.plain_text import plain
from pingblock.errors import NoDevice

RASPBERRY_PI = 0x2E8A  # USB vendor number of a Pico with MicroPython
PORT_VARIABLE = "PINGBLOCK_PORT"
HELP = "'pingblock doctor' finds the reason."
SHORTEST_END = 4  # characters of a serial number, because a shorter end could match another Pico


@dataclass(frozen=True)
class Found:
    """A serial port that looks like a Pico.

    ``serial_number`` is the Pico's number, which is the same at every port, or "" if USB does not
    report it.
    """

    port: str
    serial_number: str
    description: str


def picos() -> list[Found]:
    """Returns the ports that look like a Pico, sorted by name, without opening them."""
    return [_found(port) for port in _ports() if port.vid == RASPBERRY_PI]


def port_of(uid: str) -> str | None:
    """Returns the port of the Pico with a chip's number (``uid``), or None."""
    return next((each.port for each in picos() if each.serial_number.lower() == uid), None)


def _ports() -> list[ListPortInfo]:
    return sorted(list_ports.comports(), key=lambda port: port.device)


def _found(port: ListPortInfo) -> Found:
    what = "" if port.description in (None, "n/a") else str(port.description)
    return Found(port.device, plain(port.serial_number or ""), plain(what))


def choose(port: str | None = None) -> str:
    """Returns the port to use: ``port``, else PINGBLOCK_PORT, else that of the only Pico.

    Args:
        port: a name or URL, which is returned unchanged, or the serial number of a Pico (its whole
            ``uid``, or the end of it), which finds the Pico at any port.

    Raises:
        NoDevice: no Pico is plugged in, or several are.
    """
    named = port or os.environ.get(PORT_VARIABLE)
    if named:
        return _port_of(named)
    found = picos()
    if len(found) == 1:
        return found[0].port
    if not found:
        raise NoDevice(
            f"No Pico is plugged in: plug one in, or name its port. {there_is()} {HELP} The port "
            "'virtual' is your block without a board.",
            "--port names a port.",
        )
    raise NoDevice(
        f"Several Picos are plugged in: {_list(found)}. Name the port of one.",
        "--port names a port.",
    )


def other_ports() -> tuple[str, ...]:
    """Returns the names of the serial ports that do not look like a Pico."""
    return tuple(port.device for port in _ports() if port.vid != RASPBERRY_PI)


def there_is() -> str:
    """Returns a sentence that lists the serial ports of this computer."""
    found = [_found(port) for port in _ports()]
    return f"Serial ports here: {_list(found)}." if found else "This computer has no serial port."


def _port_of(named: str) -> str:
    wanted = named.lower()
    if len(wanted) < SHORTEST_END:
        return named
    ends = [each for each in picos() if each.serial_number.lower().endswith(wanted)]
    whole = [each for each in ends if each.serial_number.lower() == wanted]
    found = whole or ends
    if len(found) > 1:
        raise NoDevice(f"'{named}' matches several serial numbers: {_list(found)}.")
    return found[0].port if found else named


def _list(found: list[Found]) -> str:
    return ", ".join(_named(each) for each in found)


def _named(each: Found) -> str:
    more = ", ".join(filter(None, (each.serial_number, each.description)))
    return f"{each.port} ({more})" if more else each.port
