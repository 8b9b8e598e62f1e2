"""The interfaces between the desk engine and a MicroPython: device's files, a process a life."""

from __future__ import annotations

from typing import Any, Protocol

from pingblock.errors import PingblockError
from pingblock.virtual.desk.messages import Record


class Hung(PingblockError):
    """The firmware says nothing any more."""

    def __init__(self) -> None:
        super().__init__(
            "The firmware says nothing any more: it spins in a loop that never asks for the"
            " time, so virtual time stands still."
        )


class Process(Protocol):
    """One power cycle (or one life between resets) of the virtual Pico."""

    def send(self, records: list[Record]) -> None:
        """Sends one batch."""

    def receive(self) -> list[Record]:
        """Waits for one batch.

        Raises:
            Hung: the firmware spins.
            PingblockError: the process died; the message holds its last words.
        """

    def close(self) -> None:
        """Ends the process."""


class Interpreter(Protocol):
    """MicroPython with the files of one device, which outlive power cycles and resets."""

    def start(self, settings: dict[str, Any]) -> Process:
        """Starts a process; ``settings`` is what ``sim/entry.py`` reads. One runs at a time."""

    def files(self) -> dict[str, bytes]:
        """Returns every file of the device: path with a leading slash to content."""

    def close(self) -> None:
        """Deletes the files."""
