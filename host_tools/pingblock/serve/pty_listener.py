"""A pseudo terminal: programs can open its name like a serial port. Not on Windows.

It cannot refuse programs. A program that opens the terminal while another uses it reads a line
about that. It gets the device when the other program has left.
"""

from __future__ import annotations

import contextlib
import os
import select

from pingblock.errors import Unavailable
from pingblock.serve.listener import BUSY


class PtyListener:
    """A pseudo terminal: the listener and, while a program has it open, the connection.

    Raises:
        Unavailable: this system has no pseudo terminals.
    """

    def __init__(self) -> None:
        if not available():
            raise Unavailable("This system has no pseudo terminals.", "Use --tcp instead.")
        self._master, slave = os.openpty()
        self.name = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._master, False)
        self.hang_up()

    def fileno(self) -> int:
        """See ``Connection.fileno``."""
        return self._master

    def handles(self) -> list[int]:
        """See ``Listener.handles``. Returns [], because opening makes no terminal readable."""
        return []

    def answer(self) -> PtyListener | None:
        """See ``Listener.answer``."""
        self._inside = self._visited()
        return self if self._inside else None

    def turn_away(self) -> bool:
        """See ``Listener.turn_away``. Each program is counted once, and its input is dropped."""
        if self._inside:
            return False
        if not self._visited():
            self._noted = False
            return False
        self.receive(65_536)
        noted, self._noted = self._noted, True
        if not noted:
            self.send(BUSY)
        return not noted

    def receive(self, most: int) -> bytes | None:
        """See ``Connection.receive``. Bytes from before the program left are still returned."""
        state = self._state()
        if state & select.POLLIN:
            with contextlib.suppress(OSError):
                return os.read(self._master, most)
        return None if state & select.POLLHUP else b""

    def send(self, data: bytes) -> int:
        """See ``Connection.send``."""
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0

    def hang_up(self) -> None:
        """See ``Connection.hang_up``. Resets the terminal, because the next program also uses it.

        This drops unread output and the program's settings. For example, an echo would send the
        device its own output.
        """
        import tty

        self._inside = self._noted = False
        if self._master < 0:
            return
        slave = os.open(self.name, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(slave)  # It uses TCSAFLUSH, so unread data is dropped.
        os.close(slave)

    def _visited(self) -> bool:
        return self._state() != select.POLLHUP

    def _state(self) -> int:
        """Returns POLLHUP if no program has the terminal open, and POLLIN if data can be read."""
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        events = poll.poll(0)
        return events[0][1] if events else 0

    def close(self) -> None:
        """See ``Listener.close``."""
        if self._master >= 0:
            os.close(self._master)
        self._master = -1


def available() -> bool:
    """Returns whether this system has pseudo terminals."""
    return hasattr(os, "openpty")
