"""The serial port of a virtual device, in emulated time, so that tests do not wait."""

from __future__ import annotations

from collections.abc import Mapping

from pingblock.virtual.forwarder import SerialForwarder
from pingblock.virtual.virtual_device import Bench, open_bench

POLL_MS, STEP_MS = 50.0, 1.0
START_LIMIT_MS = 5000.0


class BenchPort:
    """Implements ``common.stream.Stream``. Reading advances the device's time.

    As on a Pico, reads and writes raise OSError while the cable is unplugged.
    """

    def __init__(self) -> None:
        self._forwarder = SerialForwarder()
        self.in_front = self._forwarder.in_front  # argument of ``open_bench``
        self._bench: Bench | None = None
        self._to_host = b""

    def connect(self, bench: Bench) -> None:
        """Connects this port to the device that was opened with this port's ``in_front``."""
        self._bench = bench

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read at once."""
        return len(self._to_host)

    def read(self, size: int = 1, /) -> bytes:
        """Returns up to ``size`` bytes, or b"" if no byte comes within 50 emulated ms."""
        bench = self._plugged()
        until_ms = bench.now_ms + POLL_MS
        self._to_host += self._forwarder.take()
        while not self._to_host and bench.now_ms < until_ms:
            bench.advance(STEP_MS)
            self._to_host += self._forwarder.take()
        data, self._to_host = self._to_host[:size], self._to_host[size:]
        return data

    def write(self, data: bytes, /) -> int:
        """Sends all bytes, in pieces if the device cannot accept all of them at once."""
        bench, left = self._plugged(), bytes(data)
        while left:
            piece = left[: max(bench.engine.room, 0)]
            bench.engine.send(bench.engine.now_us, piece)
            left = left[len(piece) :]
            if left:
                bench.advance(STEP_MS)
        return len(data)

    def close(self) -> None:
        """Does nothing, because the virtual device continues."""

    def clock(self) -> float:
        """Returns the device's time in seconds."""
        return self._bench.now_ms / 1000 if self._bench else 0.0

    def _plugged(self) -> Bench:
        if self._bench is None or not self._bench.parts.battery.plugged:
            raise OSError("the cable of the virtual device is unplugged")
        return self._bench


def open_bench_with_port(
    engine: str | None = None,
    seed: int | None = None,
    files: Mapping[str, bytes] | None = None,
) -> tuple[Bench, BenchPort]:
    """Opens a virtual device with its port, after its firmware has started. See ``open_bench``."""
    port = BenchPort()
    bench = open_bench(engine, seed, files=files, in_front=port.in_front)
    port.connect(bench)
    while not bench.events("hello") and bench.now_ms < START_LIMIT_MS:
        bench.advance(STEP_MS * 10)
    return bench, port
