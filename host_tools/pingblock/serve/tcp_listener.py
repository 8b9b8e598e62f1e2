"""A TCP port that only this computer can reach: ``mpremote connect socket://127.0.0.1:N``.

Programs on this computer can use it, so a web page in a browser can try to use it, too. A browser
begins with an HTTP method or TLS, and is refused. With a token, each program must send the token
first.
"""

from __future__ import annotations

import contextlib
import hmac
import re
import socket
import time
from collections.abc import Callable

from pingblock.errors import BadInput
from pingblock.serve.listener import BUSY

HOST = "127.0.0.1"
# About as large as the buffer of a serial port's driver, so that it soon shows if a program does
# not read.
UNREAD_BYTES = 4096
# RFC 9110 chapter 9: methods are written in capitals. For other methods, a browser must first send
# OPTIONS (Fetch Standard, "CORS-preflight request").
_VERBS = (b"GET", b"HEAD", b"POST", b"PUT", b"DELETE", b"CONNECT", b"OPTIONS", b"TRACE", b"PATCH")
# start of a TLS handshake (RFC 8446 5.1), whose later bytes can come from a web page
_TLS = b"\x16\x03"
_PAGE = (*(verb + b" " for verb in _VERBS), _TLS)
_NO_PAGE = b"HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_NO_TOKEN = b"pingblock: send the token of 'virtual serve --token' as the first line.\r\n"
TOKEN_MAX_BYTES = 64
TOKEN_S = 2.0
GUESTS_MOST = 8  # maximum programs that have connected but not yet sent the token
CHUNK_BYTES = 65_536


class TcpCaller:
    """A connected program.

    Args:
        connection: its socket.
        token: the line that the program must send first, or empty if no token is needed.
    """

    def __init__(self, connection: socket.socket, token: bytes = b"") -> None:
        self._connection = connection
        self._token = token
        self._head: bytes | None = b""  # its first bytes, or None once it is admitted
        self._rest = b""  # bytes that came after the token
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)

    def fileno(self) -> int:
        """See ``Connection.fileno``."""
        return self._connection.fileno()

    def receive(self, most: int) -> bytes | None:
        """See ``Connection.receive``."""
        if self._rest:
            data, self._rest = self._rest[:most], self._rest[most:]
            return data
        try:
            data = self._connection.recv(most)
        except BlockingIOError:
            return b""
        except OSError:
            return None
        if self._head is None:
            return data or None
        head, self._head = self._head + data, None
        if head.startswith(_PAGE):
            self.send(_NO_PAGE)
            return None
        if data and any(begin.startswith(head) for begin in _PAGE):
            self._head = head
            return b""
        return self._admitted(head, bool(data)) if self._token else head or None

    def admitted(self) -> bool | None:
        """Returns whether the program has sent the token. None: it was refused or has left."""
        data = self.receive(CHUNK_BYTES)
        if data is None:
            return None
        if not self._token:
            self._rest = data
        return not self._token

    def _admitted(self, head: bytes, goes_on: bool) -> bytes | None:
        """Returns the bytes after the token, or None if more must come."""
        line, end, data = head.partition(b"\n")
        if not end and goes_on and len(head) <= TOKEN_MAX_BYTES:
            self._head = head
            return b""
        if not hmac.compare_digest(line.strip(), self._token):
            self.send(_NO_TOKEN)
            return None
        self._token = b""
        return data

    def send(self, data: bytes) -> int:
        """See ``Connection.send``. If the program has left, accepts and drops all bytes."""
        try:
            return self._connection.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)

    def hang_up(self) -> None:
        """See ``Connection.hang_up``."""
        self._connection.close()


class TcpListener:
    """Listens on one port.

    Args:
        number: the number of the port. 0 takes any free port.
        token: 1 to 64 letters, digits, ``-`` or ``_`` that a program must send as its first line
            within 2 s, or empty for none. Meanwhile other programs can connect.
        clock: returns seconds.

    Raises:
        BadInput: the port is in use or not permitted, or the token has other characters.
    """

    def __init__(
        self, number: int = 0, token: str = "", clock: Callable[[], float] = time.monotonic
    ) -> None:
        if token and not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", token):
            raise BadInput("A token has 1 to 64 letters, digits, - and _.")
        self._token = token.encode()
        self._clock = clock
        # programs that have not yet sent the token, and until when they can do so
        self._guests: list[tuple[TcpCaller, float]] = []
        # This program connected while another is, or seems to be, connected.
        self._second: TcpCaller | None = None
        try:
            self._server = socket.create_server((HOST, number))
        except OSError as error:
            raise BadInput(
                f"TCP port {number} cannot be opened: {error.strerror}.",
                "--tcp 0 picks a free port.",
            ) from None
        self._server.setblocking(False)
        url = f"socket://{HOST}:{self._server.getsockname()[1]}"
        self.name = f"{url}?token={token}" if token else url

    def handles(self) -> list[int]:
        """See ``Listener.handles``."""
        return [self._server.fileno(), *(guest.fileno() for guest, _ in self._guests)]

    def answer(self) -> TcpCaller | None:
        """See ``Listener.answer``. With a token, only programs that have sent it are returned."""
        came = self._accepted()
        if came is None or not self._token:
            return came or self._admitted_guest()
        # If too many programs wait, the one that has been silent for the longest time is closed.
        if len(self._guests) == GUESTS_MOST:
            self._guests.pop(0)[0].hang_up()
        self._guests.append((came, self._clock() + TOKEN_S))
        return self._admitted_guest()

    def _accepted(self) -> TcpCaller | None:
        second, self._second = self._second, None
        if second:
            return second
        try:
            return TcpCaller(self._server.accept()[0], self._token)
        except OSError:
            return None

    def _admitted_guest(self) -> TcpCaller | None:
        for guest, until_s in list(self._guests):
            admitted = guest.admitted()
            late = not admitted and self._clock() >= until_s
            if admitted is None or late or admitted:
                self._guests.remove((guest, until_s))
            if admitted:
                return guest
            if late and admitted is not None:
                guest.send(_NO_TOKEN)
            if late or admitted is None:
                guest.hang_up()
        return None

    def turn_away(self) -> bool:
        """See ``Listener.turn_away``. The program gets one line, and then the connection ends.

        It is not refused at the first call, because this class can notice later that the previous
        program has ended.
        """
        if self._second is None:
            self._second = self._guests.pop(0)[0] if self._guests else self._accepted()
            return False
        connection, self._second = self._second, None
        with contextlib.suppress(OSError):
            # Unread bytes would reset the connection and destroy the line on its way.
            connection.receive(65_536)
            connection.send(BUSY)
        connection.hang_up()
        return True

    def close(self) -> None:
        """See ``Listener.close``."""
        for guest, _ in self._guests:
            guest.hang_up()
        if self._second:
            self._second.hang_up()
        self._server.close()
