"""The interfaces between the desk engine and a MicroPython: device's files, a process a life."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pingblock.errors import PingblockError
from pingblock.virtual.desk.messages import Record


class Hung(PingblockError):
    """The firmware says nothing any more."""

    def __init__(self) -> None:
        super().__init__(
            "The firmware says nothing any more: it spins in a loop that never asks for the"
            " time, so virtual time stands still."
        )


# Takes what the firmware says, in batches; returns the next batch for it, None to let it wait.
Answer = Callable[[list[Record]], list[Record] | None]


class Process(Protocol):
    """One power cycle (or one life between resets) of the virtual Pico."""

    def run(self, batch: list[Record], answer: Answer) -> None:
        """Lets the firmware go on with a batch, and with each answer, until that is None.

        Args:
            batch: for the firmware.
            answer: is called while this waits, maybe in another thread.

        Raises:
            Hung: the firmware spins.
            PingblockError: the process died; the message holds its last words.
            Exception: what ``answer`` raised.
        """

    def close(self) -> None:
        """Ends the process."""


class Interpreter(Protocol):
    """MicroPython with the files of one device, which outlive power cycles and resets."""

    def start(self) -> Process:
        """Starts a process, which waits for its settings. One runs at a time."""

    def files(self) -> dict[str, bytes]:
        """Returns every file of the device: path with a leading slash to content."""

    def close(self) -> None:
        """Deletes the files."""
