"""Notes the marks that the device gives on a spare pin; passes all else on."""

from __future__ import annotations

from pingblock.virtual.bench import Bench
from pingblock.virtual.engine import Samples, Sink

MARK_GPIO = 2
SLICE_MS = 0.5


class Marks:
    """A ``Sink`` in front of another.

    Args:
        sink: gets everything.
        times_us: gets the time of each rise of the mark, emulated us.
    """

    def __init__(self, sink: Sink, times_us: list[float]) -> None:
        self._sink = sink
        self._times_us = times_us

    def pin(self, at_us: float, gpio: int, level: bool) -> None:
        if gpio == MARK_GPIO and level:
            self._times_us.append(at_us)
        self._sink.pin(at_us, gpio, level)

    def pwm(self, at_us: float, gpio: int, freq_hz: float, duty: float) -> None:
        self._sink.pwm(at_us, gpio, freq_hz, duty)

    def speaker(self, at_us: float, period_us: float, levels: Samples, top: int) -> None:
        self._sink.speaker(at_us, period_us, levels, top)

    def adc(self, at_us: float, channel: int) -> int:
        return self._sink.adc(at_us, channel)

    def serial(self, at_us: float, data: bytes) -> None:
        self._sink.serial(at_us, data)

    def reset(self, at_us: float, cause: str) -> None:
        self._sink.reset(at_us, cause)


def next_mark_us(bench: Bench, times_us: list[float], limit_ms: float = 10_000) -> float:
    """Lets time pass in small steps until the next mark; returns when it was, emulated us.

    Raises:
        TimeoutError: no mark within ``limit_ms``; with what the device said, if anything.
    """
    seen = len(times_us)
    end_ms = bench.now_ms + limit_ms
    while len(times_us) == seen:
        if bench.now_ms > end_ms:
            said = [event.get("text") for event in bench.events("text")]
            raise TimeoutError(f"The device gave no mark; it said {said}.")
        bench.advance(SLICE_MS)
    return times_us[-1]
