"""A TCP port of this computer only: ``mpremote connect socket://127.0.0.1:N``."""

from __future__ import annotations

import contextlib
import socket

from pingblock.errors import BadInput
from pingblock.serve.door import BUSY

HOST = "127.0.0.1"
# About what a serial port's driver keeps: a program that does not read shall be noticed soon.
UNREAD_BYTES = 4096


class TcpCaller:
    """A connected program."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)

    def fileno(self) -> int:
        """See ``Caller.fileno``."""
        return self._connection.fileno()

    def receive(self, most: int) -> bytes | None:
        """See ``Caller.receive``."""
        try:
            return self._connection.recv(most) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def send(self, data: bytes) -> int:
        """See ``Caller.send``; to one that has left all goes, and is lost."""
        try:
            return self._connection.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)

    def hang_up(self) -> None:
        """See ``Caller.hang_up``."""
        self._connection.close()


class TcpDoor:
    """Listens on one port.

    Args:
        number: the port's number; 0 takes a free one.

    Raises:
        BadInput: the port is in use, or not for everybody.
    """

    def __init__(self, number: int = 0) -> None:
        try:
            self._server = socket.create_server((HOST, number))
        except OSError as error:
            raise BadInput(
                f"TCP port {number} cannot be opened: {error.strerror}. --tcp 0 takes a free one."
            ) from None
        self._server.setblocking(False)
        self.name = f"socket://{HOST}:{self._server.getsockname()[1]}"

    def handles(self) -> list[int]:
        """See ``Door.handles``."""
        return [self._server.fileno()]

    def answer(self) -> TcpCaller | None:
        """See ``Door.answer``."""
        try:
            return TcpCaller(self._server.accept()[0])
        except OSError:
            return None

    def turn_away(self) -> bool:
        """See ``Door.turn_away``: it reads one line, and the connection ends."""
        caller = self.answer()
        if caller is None:
            return False
        with contextlib.suppress(OSError):
            # What it sent must be read: unread bytes would take the line back on the way.
            caller.receive(65_536)
            caller.send(BUSY)
        caller.hang_up()
        return True

    def close(self) -> None:
        """See ``Door.close``."""
        self._server.close()
