"""Interface to programs of this computer that use the device's serial port, one at a time."""

from __future__ import annotations

from typing import Protocol

BUSY = b"pingblock: another program has this port; try again when it has left.\r\n"


class Connection(Protocol):
    """One program that has opened the port. The methods never wait."""

    def fileno(self) -> int:
        """Returns the handle that becomes readable when the program sent something or left."""

    def receive(self, most: int) -> bytes | None:
        """Returns up to ``most`` (1 or more) bytes, b"" if no byte came, None if it has left."""

    def send(self, data: bytes) -> int:
        """Returns the number of bytes that it took.

        If the program does not read, this is less than all.
        """

    def hang_up(self) -> None:
        """Ends it. It can be called twice."""


class Listener(Protocol):
    """One way to connect."""

    name: str

    def handles(self) -> list[int]:
        """Returns the handles that become readable when a program connects."""

    def answer(self) -> Connection | None:
        """Returns the program that connected, or None."""

    def turn_away(self) -> bool:
        """Refuses a program that connects while another is connected.

        Returns whether there was one.
        """

    def close(self) -> None:
        """Stops accepting programs. It can be called twice."""
