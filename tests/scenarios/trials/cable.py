"""A device on a cable, for programs in this process: all in emulated time."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.fake_serial import FakeSerial

from pingblock.common.stream import Stream
from pingblock.connection.device import Device
from pingblock.virtual.engine import Engine, Sink
from pingblock.virtual.forwarder import SerialForwarder
from pingblock.virtual.virtual_device import Bench

OpenEngine = Callable[[Sink], Engine]

POLL_S = 0.05


class Cable:
    """A device with its parts, and its link.

    Args:
        open_engine: makes the engine, which reports to a sink.
        until_ms: time that must pass first.
    """

    def __init__(self, open_engine: OpenEngine, until_ms: float) -> None:
        self.forwarder = SerialForwarder()
        self.bench = Bench(lambda parts: open_engine(self.forwarder.in_front(parts)))
        self.bench.advance_to(until_ms)

    @property
    def port(self) -> FakeSerial:
        """Returns the port for another program."""
        return FakeSerial(self.bench.engine, self.forwarder, POLL_S)

    def clock(self) -> float:
        """Returns the emulated time in seconds."""
        return self.bench.now_ms / 1000

    def nap(self, seconds: float) -> None:
        """Lets emulated time pass."""
        self.bench.advance(seconds * 1000)

    def device(self, port: Stream | None = None, **options: float) -> Device:
        """The device to open, at its port or at another port that leads to it."""
        return Device(port or self.port, clock=self.clock, **options)
