"""Serial output of the virtual device, kept for a program to read."""

from __future__ import annotations

from pingblock.virtual.engine import Sink
from pingblock.virtual.forwarder import SerialForwarder


class SerialOutput:
    """Makes the forwarder when the bench has parts, and hands out its bytes."""

    def __init__(self) -> None:
        self._forwarder: SerialForwarder | None = None

    def in_front(self, parts: Sink) -> Sink:
        """Returns the sink that the engine must tell."""
        self._forwarder = SerialForwarder(parts)
        return self._forwarder

    def take(self) -> bytes:
        """Returns the bytes since the last call."""
        return self._forwarder.take() if self._forwarder else b""
