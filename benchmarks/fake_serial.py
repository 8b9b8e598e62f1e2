"""A serial port in this process, in emulated time: without a pty and without waiting, and always
with the same bytes.

It has the methods of pyserial's ``Serial`` that clients such as mpremote's transport use.
"""

from __future__ import annotations

from pingblock.virtual.engine import Engine
from pingblock.virtual.forwarder import SerialForwarder

STEP_US = 500.0


class FakeSerial:
    """Reads and writes the virtual Pico's USB serial link. Waiting advances its time.

    Args:
        engine: the engine, which reports to ``forwarder``.
        forwarder: the engine's sink, or a sink in front of it.
        timeout_s: emulated time that ``read`` waits. None waits an hour.
    """

    def __init__(
        self, engine: Engine, forwarder: SerialForwarder, timeout_s: float | None = None
    ) -> None:
        self._engine = engine
        self._forwarder = forwarder
        self._buffer = bytearray()
        self.timeout = timeout_s
        # These have no effect: the port is open while the cable is plugged in.
        self.dtr = self.rts = True

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once. Reading this lets a little time pass."""
        if not self._buffer:
            self._pass_time()
        return len(self._buffer)

    def inWaiting(self) -> int:
        """Returns ``in_waiting``."""
        return self.in_waiting

    def isOpen(self) -> bool:  # pyserial's old name, which mpremote uses
        """Returns True."""
        return True

    def read(self, size: int = 1) -> bytes:
        """Returns ``size`` bytes, or fewer if they do not arrive in time."""
        limit_us = self._engine.now_us + (3600.0 if self.timeout is None else self.timeout) * 1e6
        while len(self._buffer) < size and self._engine.now_us < limit_us:
            self._pass_time()
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        return data

    def write(self, data: bytes) -> int:
        """Sends all bytes. Returns their number."""
        self._engine.send(self._engine.now_us, bytes(data))
        self._pass_time()
        return len(data)

    def flush(self) -> None:
        """Lets time pass until the written bytes are sent."""
        self._pass_time()

    def close(self) -> None:
        """Does nothing, because the engine continues."""

    def _pass_time(self) -> None:
        self._engine.advance(self._engine.now_us + STEP_US)
        self._buffer += self._forwarder.take()
