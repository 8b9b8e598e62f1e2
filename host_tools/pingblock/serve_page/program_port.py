"""The port through which a command with ``--port virtual`` uses the device that a page shows."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe

from pingblock.block.kept import TOKEN_BYTES
from pingblock.serve.listener import Connection
from pingblock.serve.tcp_listener import TcpListener

CHUNK_BYTES = 4096
UNREAD_MOST = 1_000_000  # maximum output for a program that does not read


class ProgramPort:
    """A port for one program at a time. Call all methods except ``close`` in the device's thread.

    Its token is stored only in the lock's file, which other users cannot read.
    """

    def __init__(self) -> None:
        self._listener = TcpListener(token=token_urlsafe(TOKEN_BYTES))
        self._connection: Connection | None = None
        self._unread = bytearray()

    @property
    def url(self) -> str:
        """The URL of the port, with the token."""
        return self._listener.name

    @property
    def is_used(self) -> bool:
        """True while a program is connected."""
        return self._connection is not None

    def step(self, full: bool, take: Callable[[bytes], None], left: Callable[[], None]) -> None:
        """Lets programs connect and leave.

        Args:
            full: whether the device cannot take more bytes, so that the program must wait.
            take: called with the bytes that the program has sent.
            left: called when the program has left.
        """
        if self._connection is None:
            self._connection = self._listener.answer()
            if self._connection is None:
                return
        data = b"" if full else self._connection.receive(CHUNK_BYTES)
        if data is None or len(self._unread) > UNREAD_MOST:
            self.hang_up()
            left()
        elif data:
            take(data)
        else:
            self._listener.turn_away()
            self._write()

    def say(self, data: bytes) -> None:
        """Sends the device's output to the program."""
        if self._connection:
            self._unread += data
            self._write()

    def _write(self) -> None:
        if self._connection and self._unread:
            del self._unread[: self._connection.send(bytes(self._unread))]

    def hang_up(self) -> None:
        """Ends the connection of the program."""
        connection, self._connection = self._connection, None
        self._unread.clear()
        if connection:
            connection.hang_up()

    def close(self) -> None:
        """Closes the port. It can be called twice."""
        self.hang_up()
        self._listener.close()
