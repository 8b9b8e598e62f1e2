"""Waits until a Pico runs after a file was written onto it, because only that shows success."""

from __future__ import annotations

import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from pingblock.care.flash.drive import LOOK_S, is_board
from pingblock.connection.discovery import Found, picos
from pingblock.connection.transport import open_port
from pingblock.errors import LinkError, PingblockError

SHOWS_S = 15.0  # The first start takes some seconds, because it makes the file system.


def seen_again(drive: Path, before: Collection[Found], asked: Found | None = None) -> str:
    """Waits until the Pico of a drive appears at a serial port. Returns that port.

    Args:
        drive: the drive of the Pico, which has disappeared.
        before: the ports that existed before the drive disappeared.
        asked: the port at which the Pico was before. None accepts any new port.

    Returns:
        The name of the port, or "" if no port appeared within ``SHOWS_S``, for example because
            the program has no USB.

    Raises:
        PingblockError: the Pico is in BOOTSEL mode again.
    """
    until_s = time.monotonic() + SHOWS_S
    while time.monotonic() < until_s:
        if port := _shown(picos(), before, asked):
            return port
        if is_board(drive):
            raise PingblockError(
                f"{drive} appeared again: the board did not start with the file. Write it again. "
                "If that does not help, check that the file is for this board."
            )
        time.sleep(LOOK_S)
    return ""


def _shown(now: Collection[Found], before: Collection[Found], asked: Found | None) -> str:
    if asked is None:
        return next((each.port for each in now if each not in before), "")
    if asked.serial_number:
        same = (each.port for each in now if each.serial_number == asked.serial_number)
        return next(same, "")
    # The system does not list this port, for example because it is an adapter.
    with suppress(LinkError):
        open_port(asked.port).close()
        return asked.port
    return ""
