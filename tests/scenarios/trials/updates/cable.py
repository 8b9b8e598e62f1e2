"""A chip on a cable in this process, in emulated time."""

from __future__ import annotations

from pingblock.device import Device
from pingblock.virtual.bench import Bench
from pingblock.virtual.bridge import SerialForwarder
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.fake_serial import FakeSerial

READY_MS = 1500.0


class Cable:
    """A chip with its parts, and a port to it in this process, in emulated time.

    Args:
        how: for ``ChipEngine``: ``files`` or ``flash``.
    """

    def __init__(self, **how: object) -> None:
        def engine(parts: object) -> ChipEngine:
            self.forwarder = SerialForwarder(parts)
            return ChipEngine(self.forwarder, **how)

        self.bench = Bench(engine)
        self.bench.advance_to(READY_MS)

    @property
    def port(self) -> FakeSerial:
        """The port, opened by one program more."""
        return FakeSerial(self.bench.engine, self.forwarder, timeout_s=0.05)

    def clock(self) -> float:
        """Emulated seconds."""
        return self.bench.now_ms / 1000

    def nap(self, seconds: float) -> None:
        """Lets emulated time pass."""
        self.bench.advance(seconds * 1000)

    def device(self, _port: str = "") -> Device:
        """The device on it, open."""
        return Device(self.port, clock=self.clock).open()
