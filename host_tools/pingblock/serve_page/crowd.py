"""Limits the number of connections to the page's server, and how fast a guest can send.

If there are too many connections, the oldest one without a request is closed. So a crowd that only
connects cannot keep the host out.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.protocol import State

from pingblock.serve_page.budget import Budgets

SILENT_S = 5.0  # seconds within which a connection must send a request
END_S = 1.0  # seconds for the last messages of a connection that ends
PAUSE_S = 0.05  # seconds between checks whether a page has read its messages
PIECE_BYTES = 4096  # Bytes of a guest to read at once, because each frame of 6 bytes takes 10 us.
# Size of the system's send buffer for a slow reader. The default is up to 4 MB.
SYSTEM_BYTES = 262_144
UNSENT_BYTES = 4_000_000  # maximum bytes that a visitor's computer has not accepted


@dataclass(frozen=True)
class Limits:
    """Limits of a listener.

    Args:
        waiting: maximum number of connections that are not admitted, such as for a file.
        admitted: maximum number of admitted pages.
        waiting_each: maximum number of connections from one address that are not admitted.
        admitted_each: maximum number of admitted pages from one address.
        bytes_s: bytes that an address can send each second, 0 for no limit.
        bytes_most: bytes that an address can send at once.
    """

    waiting: int
    admitted: int
    waiting_each: int
    admitted_each: int
    bytes_s: int = 0
    bytes_most: int = 0


# A browser loads up to 6 files at the same time, and each waits while the page is built. The
# host's connections all come from one address. The limits for guests suit 16 browsers, 5 of them
# at one address.
OWN = Limits(64, 200, 64, 200)
GUESTS = Limits(96, 64, 32, 12, bytes_s=32_768, bytes_most=131_072)


class Crowd:
    """All connections of one listener."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.talk = Budgets(limits.bytes_most, limits.bytes_s)
        self._waiting: dict[PageConnection, None] = {}  # connections in order of arrival
        self._admitted: set[PageConnection] = set()

    def come(self, connection: PageConnection) -> None:
        """Adds a connection. If there are too many connections, closes another one."""
        same = [each for each in self._waiting if each.address == connection.address]
        if len(same) >= self.limits.waiting_each:
            self._send_away(same)
        elif len(self._waiting) >= self.limits.waiting:
            self._send_away(list(self._waiting))
        self._waiting[connection] = None

    def admit(self, connection: PageConnection) -> bool:
        """Returns whether a page that has identified itself can stay."""
        self._waiting.pop(connection, None)
        same = sum(each.address == connection.address for each in self._admitted)
        if len(self._admitted) >= self.limits.admitted or same >= self.limits.admitted_each:
            return False
        self._admitted.add(connection)
        return True

    def leave(self, connection: PageConnection) -> None:
        """Forgets a connection that has ended."""
        self._waiting.pop(connection, None)
        self._admitted.discard(connection)

    def _send_away(self, among: list[PageConnection]) -> None:
        """Closes the oldest connection without a request, or else the oldest of all."""
        gone = next((each for each in among if each.request is None), among[0])
        self._waiting.pop(gone, None)
        gone.transport.abort()


class PageConnection(ServerConnection):
    """A connection in a crowd. It passes its other arguments to its base class."""

    def __init__(self, *args: Any, crowd: Crowd, **options: Any) -> None:
        super().__init__(*args, **options)
        self.crowd = crowd
        self.address = ""
        self._unread = bytearray()
        self._ends = False
        # whether received bytes must be processed before more are read from the network
        self._behind = False

    def connection_made(self, transport: Any) -> None:
        """See ``asyncio.Protocol``."""
        super().connection_made(transport)
        self.recv_messages.resume = self._resume
        if line := transport.get_extra_info("socket"):
            with suppress(OSError):
                line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BYTES)
        self.address = (transport.get_extra_info("peername") or ("",))[0]
        self.crowd.come(self)
        self.loop.call_later(SILENT_S, self._end_if_silent)

    def connection_lost(self, exc: Exception | None) -> None:
        """See ``asyncio.Protocol``."""
        self.crowd.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See ``asyncio.Protocol``. A guest's bytes are read in pieces, at a limited speed."""
        if not self.crowd.limits.bytes_s:
            self._read(data)
            return
        self.transport.pause_reading()
        self._unread += data
        if not self._behind:
            self._behind = True
            self._read_on()

    def _read_on(self) -> None:
        if self.transport.is_closing():
            return
        if self.recv_messages.paused:  # Earlier messages wait to be read.
            self.loop.call_later(PAUSE_S, self._read_on)
            return
        piece = bytes(self._unread[:PIECE_BYTES])
        del self._unread[:PIECE_BYTES]
        self._read(piece)
        wait_s = self.crowd.talk.of(self.address).spend(len(piece))
        if self._unread or wait_s:
            self.loop.call_later(wait_s, self._read_on)
            return
        self._behind = False
        if not self.recv_messages.paused:
            self.transport.resume_reading()

    def _resume(self) -> None:
        """Reads from the network again when all received bytes are processed."""
        if not self._behind:
            self.transport.resume_reading()

    def _read(self, data: bytes) -> None:
        super().data_received(data)
        # The page sends requests but does not read the answers.
        if self.transport.get_write_buffer_size() > UNSENT_BYTES:
            self.transport.abort()
        elif not self._ends and self.protocol.state is State.CLOSING:
            self._ends = True  # Its further messages are ignored.
            self.loop.call_later(END_S, self.transport.abort)

    def _end_if_silent(self) -> None:
        if self.request is None:
            self.transport.abort()
