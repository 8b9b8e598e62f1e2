"""Entrance for programs of this computer that use the device's serial port, one at a time."""

from __future__ import annotations

from typing import Protocol

BUSY = b"pingblock: another program has this port; try again when it has left.\r\n"


class Connection(Protocol):
    """One program that has the port open. Nothing here ever waits."""

    def fileno(self) -> int:
        """Returns the handle that becomes readable when the program sent something or left."""

    def receive(self, most: int) -> bytes | None:
        """Returns up to ``most`` (1 or more) bytes, b"" if none came, None if it has left."""

    def send(self, data: bytes) -> int:
        """Returns how many bytes it took: fewer than there are if it does not read."""

    def hang_up(self) -> None:
        """Ends it. Safe to call twice."""


class Listener(Protocol):
    """One way in."""

    name: str

    def handles(self) -> list[int]:
        """Returns the handles that become readable when somebody comes."""

    def answer(self) -> Connection | None:
        """Returns the program that came, None if there is none."""

    def turn_away(self) -> bool:
        """Refuses a program that came while another is here; returns whether there was one."""

    def close(self) -> None:
        """Stops accepting programs. Safe to call twice."""
