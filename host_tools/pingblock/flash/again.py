"""Seeing a board again after a file was written onto it: only that shows that it took it."""

from __future__ import annotations

import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from pingblock.connection.discovery import Found, picos
from pingblock.connection.transport import open_port
from pingblock.errors import LinkError, PingblockError
from pingblock.flash.drive import LOOK_S, Clock, Nap, is_board

SHOWS_S = 15.0  # a first start makes the file system, which takes some seconds


def seen_again(
    drive: Path,
    before: Collection[Found],
    asked: Found | None = None,
    clock: Clock = time.monotonic,
    nap: Nap = time.sleep,
) -> str:
    """Waits until the board of a drive shows itself at a serial port, and returns that port.

    Args:
        drive: which the board has left.
        before: the ports that were there while the drive was.
        asked: the board, if it was at a port before; None takes any port that is new.
        clock: tells seconds.
        nap: lets so many seconds pass.

    Returns:
        The name of the port; "" if none appeared within ``SHOWS_S``, as with a program without
        USB.

    Raises:
        PingblockError: the board is in BOOTSEL mode again.
    """
    until_s = clock() + SHOWS_S
    while clock() < until_s:
        if port := _shown(picos(), before, asked):
            return port
        if is_board(drive):
            raise PingblockError(
                f"{drive} appeared again: the board did not start with the file. Write it again. "
                "If that does not help, check that the file is for this board."
            )
        nap(LOOK_S)
    return ""


def _shown(now: Collection[Found], before: Collection[Found], asked: Found | None) -> str:
    if asked is None:
        return next((each.port for each in now if each not in before), "")
    if asked.serial_number:
        same = (each.port for each in now if each.serial_number == asked.serial_number)
        return next(same, "")
    with suppress(LinkError):  # a port that the system does not list, such as that of an adapter
        open_port(asked.port).close()
        return asked.port
    return ""
