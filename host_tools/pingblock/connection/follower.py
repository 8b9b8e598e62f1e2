"""Yields the events of one device, even after it was unplugged, reset or moved to another port."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import cast

from pingblock.connection.device import Device
from pingblock.connection.discovery import choose
from pingblock.connection.reconnect import LOOK_S, Reconnection
from pingblock.connection.session import Message
from pingblock.errors import LinkError, LinkLost

Say = Callable[[str], None]


def _open(port: str) -> Device:
    return Device(port).open()


def follow(port: str | None, say: Say, reconnect: bool = True) -> Generator[Message]:
    """Yields the events of one device, which the chip's number identifies at any port.

    Args:
        port: see ``Device``.
        say: called with a sentence when the device disappears or returns.
        reconnect: whether to wait for the device when its link is lost.

    Raises:
        LinkLost: the link was lost, and ``reconnect`` is False.
        LinkError: the device cannot be opened at the start.
    """
    port = choose(port)
    device = _open(port)
    uid = device.hello.uid
    reconnection = Reconnection(port, uid, _open)
    say(f"Watching device {uid} at {port}; Ctrl-C stops.")
    while True:
        try:
            yield from (cast(dict[str, object], event) for event in device.events())
        except LinkLost as lost:
            if not reconnect:
                raise
            say(f"{lost} Waiting for device {uid}.")
        finally:
            device.close()
        device = _back(reconnection, say)
        version = device.hello.version
        say(f"Device {uid} is back at {reconnection.port}, with firmware {version}.")


def _back(reconnection: Reconnection, say: Say) -> Device:
    """Waits for the device without a time limit.

    If the device is plugged in but cannot be used, reports the reason once.
    """
    said = ""
    while True:
        time.sleep(LOOK_S)
        try:
            if device := reconnection.attempt():
                return device
        except LinkLost:  # The device is still restarting.
            continue
        except LinkError as not_yet:
            if reconnection.by_number and str(not_yet) != said:
                said = str(not_yet)
                say(said)
