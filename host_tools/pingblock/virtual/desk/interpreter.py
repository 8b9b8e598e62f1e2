"""Interfaces between the desk engine and a MicroPython: the device's files, and its processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pingblock.errors import PingblockError
from pingblock.virtual.desk.messages import Record


class Hung(PingblockError):
    """The firmware no longer answers."""

    def __init__(self) -> None:
        super().__init__(
            "The firmware does not respond any more: it is stuck in a loop that never asks for "
            "the time, so virtual time does not advance."
        )


# Takes a batch from the firmware. Returns the next batch, or None to let the firmware wait.
Answer = Callable[[list[Record]], list[Record] | None]


class Process(Protocol):
    """A run of the virtual Pico, from a start until it loses power or is reset."""

    def run(self, batch: list[Record], answer: Answer) -> None:
        """Sends a batch to the firmware, and then each result of ``answer``, until it returns
        None.

        Args:
            batch: records for the firmware.
            answer: called with the firmware's records, possibly in another thread.

        Raises:
            Hung: the firmware is in an endless loop.
            PingblockError: the process has died. The message contains its last output.
            Exception: any exception that ``answer`` raised.
        """

    def close(self) -> None:
        """Ends the process."""


class Interpreter(Protocol):
    """MicroPython with the files of a device, which survive power cycles and resets."""

    def start(self) -> Process:
        """Starts a process, which waits for its settings. Only one process can run at a time."""

    def files(self) -> dict[str, bytes]:
        """Returns all files of the device: path with a leading slash to content."""

    def close(self) -> None:
        """Deletes the files."""
