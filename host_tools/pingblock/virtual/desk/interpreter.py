"""Interfaces between the desk engine and a MicroPython: the device's files, and its processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pingblock.errors import PingblockError
from pingblock.virtual.desk.messages import Record


class Hung(PingblockError):
    """The firmware does not answer any more."""

    def __init__(self) -> None:
        super().__init__(
            "The firmware says nothing any more: it spins in a loop that never asks for the"
            " time, so virtual time stands still."
        )


# Takes a batch from the firmware. Returns the next batch for it, or None to let it wait.
Answer = Callable[[list[Record]], list[Record] | None]


class Process(Protocol):
    """One life of the virtual Pico: from a start until the loss of power or a reset."""

    def run(self, batch: list[Record], answer: Answer) -> None:
        """Sends a batch to the firmware and then each answer, until the answer is None.

        Args:
            batch: records for the firmware.
            answer: called with the firmware's records, perhaps in another thread.

        Raises:
            Hung: the firmware is in an endless loop.
            PingblockError: the process died. The message holds its last output.
            Exception: an exception that ``answer`` raised.
        """

    def close(self) -> None:
        """Ends the process."""


class Interpreter(Protocol):
    """MicroPython with the files of one device. They survive power cycles and resets."""

    def start(self) -> Process:
        """Starts a process, which then waits for its settings. Only one can run at a time."""

    def files(self) -> dict[str, bytes]:
        """Returns every file of the device, as a map from path with a leading slash to content."""

    def close(self) -> None:
        """Deletes the files."""
