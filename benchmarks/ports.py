"""Ports through which a program on this computer reaches the emulated USB link: pty or TCP."""

from __future__ import annotations

import contextlib
import os
import select
import socket
from typing import Protocol

_CHUNK = 4096


class Port(Protocol):
    """An end of a byte stream. At most one program uses the other end."""

    name: str

    def read(self, wait_s: float) -> bytes:
        """Returns bytes of the program, or b"" if none came within ``wait_s``."""

    def write(self, data: bytes) -> None:
        """Sends bytes to the program. They are lost if no program reads them."""

    def close(self) -> None:
        """Closes the port. It can be called twice."""


class PtyPort:
    """A pseudo terminal: ``mpremote connect <name>``. Not on Windows."""

    def __init__(self) -> None:
        import tty

        self._master, slave = os.openpty()
        tty.setraw(slave)
        # It stays open, because without any slave the master reads an error instead of silence.
        self._slave = slave
        self.name = os.ttyname(slave)
        os.set_blocking(self._master, False)

    def read(self, wait_s: float) -> bytes:
        ready, _, _ = select.select([self._master], [], [], wait_s)
        return os.read(self._master, _CHUNK) if ready else b""

    def write(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)

    def close(self) -> None:
        for handle in (self._master, self._slave):
            with contextlib.suppress(OSError):
                os.close(handle)
        self._master = self._slave = -1


class TcpPort:
    """A TCP port on this computer: ``mpremote connect socket://<name>``.

    Args:
        number: number of the port. 0 picks a free port.
    """

    def __init__(self, number: int = 0) -> None:
        self._server = socket.create_server(("127.0.0.1", number))
        self._client: socket.socket | None = None
        host, taken = self._server.getsockname()
        self.name = f"{host}:{taken}"

    def read(self, wait_s: float) -> bytes:
        waiting_for = self._client or self._server
        ready, _, _ = select.select([waiting_for], [], [], wait_s)
        if not ready:
            return b""
        if self._client is None:
            self._client, _ = self._server.accept()
            self._client.setblocking(False)
            return b""
        return self._receive(self._client)

    def _receive(self, client: socket.socket) -> bytes:
        try:
            data = client.recv(_CHUNK)
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def write(self, data: bytes) -> None:
        if self._client:
            with contextlib.suppress(OSError):
                self._client.send(data)

    def _hang_up(self) -> None:
        if self._client:
            self._client.close()
            self._client = None

    def close(self) -> None:
        self._hang_up()
        self._server.close()
