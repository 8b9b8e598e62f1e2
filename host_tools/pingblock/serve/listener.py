"""Interface for programs on this computer that use the device's serial port, one at a time."""

from __future__ import annotations

from typing import Protocol

BUSY = b"pingblock: another program has this port; try again when it has left.\r\n"


class Connection(Protocol):
    """One program that has opened the port. The methods never wait."""

    def fileno(self) -> int:
        """Returns the handle that becomes readable when the program sends bytes or leaves."""

    def receive(self, most: int) -> bytes | None:
        """Returns up to ``most`` bytes, b"" if no byte came, or None if the program has left."""

    def send(self, data: bytes) -> int:
        """Returns the number of bytes that the program accepted.

        If the program does not read, that is fewer than all.
        """

    def hang_up(self) -> None:
        """Ends the connection. It can be called twice."""


class Listener(Protocol):
    """A way to connect: a TCP port or a pseudo terminal."""

    name: str

    def handles(self) -> list[int]:
        """Returns the handles that become readable when a program connects."""

    def answer(self) -> Connection | None:
        """Returns the program that connected, or None."""

    def turn_away(self) -> bool:
        """Refuses a program that connects while another is connected.

        Returns whether a program was refused.
        """

    def close(self) -> None:
        """Stops accepting programs. It can be called twice."""
