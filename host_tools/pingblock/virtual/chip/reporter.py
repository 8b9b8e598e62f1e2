"""Reports from the chip to the sink, in order of time. Speaker samples are sent in blocks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pingblock.virtual.engine import Sink
from pingblock.virtual.report_tap import TapLines

BLOCK_MAX = 1024
# Periods that differ by less are equal. A DMA paced by a timer is more exact, and writes of the
# CPU are less exact.
_SAME_PERIOD_US = 0.02
_LONGEST_PERIOD_US = 1000.0
_SOFT_RESET = b"MPY: soft reboot"


class Reporter:
    """Passes the reports of the chip's hooks to a Sink.

    Args:
        sink: receives the reports.
        now_us: returns the emulated time since the device's first power-on. It can be replaced.

    ``epoch_us`` is the time at which the chip's own clock was 0.
    """

    def __init__(self, sink: Sink, now_us: Callable[[], float]) -> None:
        self._sink = sink
        self.now_us = now_us
        self.epoch_us = 0.0
        self._tail = b""
        self._tapped = TapLines()
        self._levels: list[int] = []
        self._first_us = self._last_us = self._period_us = 0.0
        self._top = 0

    def pin(self, gpio: int, level: bool) -> None:
        self.flush()
        self._sink.pin(self.now_us(), gpio, level)

    def pwm(self, gpio: int, freq_hz: float, duty: float) -> None:
        self.flush()
        self._sink.pwm(self.now_us(), gpio, freq_hz, duty)

    def clocks(self, system: bool, usb: bool) -> None:
        self.flush()
        self._sink.clocks(self.now_us(), system, usb)

    def adc(self, channel: int) -> int:
        self.flush()
        return self._sink.adc(self.now_us(), channel)

    def serial(self, data: bytes) -> None:
        self.flush()
        self._sink.serial(self.now_us(), data)
        self._find_soft_reset(data)

    def tap(self, word: int) -> None:
        """Takes a word of the tap (see ``report_tap``), and reports a line that is complete."""
        if line := self._tapped.add(word):
            self.flush()
            self._sink.report(self.now_us(), line)

    def reset(self, cause: str) -> None:
        self.flush()
        self._sink.reset(self.now_us(), cause)

    def _find_soft_reset(self, data: bytes) -> None:
        """Looks for MicroPython's message of a soft reset.

        While the port is closed, the message cannot be seen.
        """
        said = self._tail + data
        if _SOFT_RESET in said:
            self.reset("soft_reset")
            said = said.rpartition(_SOFT_RESET)[2]
        self._tail = said[-len(_SOFT_RESET) + 1 :]

    def speaker(self, level: int, top: int, wrap_us: Callable[[], float]) -> None:
        """Adds one sample.

        Args:
            level: level of the pin, 0..top + 1.
            top: the counter's last value.
            wrap_us: returns the period of the carrier, with which a single sample is reported.
        """
        self._add(self.now_us(), level, top, wrap_us)

    def samples(
        self,
        levels: list[int],
        times_ns: NDArray[np.float64],
        top: int,
        wrap_us: Callable[[], float],
    ) -> None:
        """Adds several samples at equal intervals, like calls of ``speaker``.

        Args:
            levels: levels, each 0..top + 1.
            times_ns: their times on the chip's clock.
        """
        times_us = (self.epoch_us + times_ns / 1000).tolist()
        done = 0
        while done < len(levels):
            count = len(self._levels)
            if count < 2 or not self._fits(times_us[done], top):
                self._add(times_us[done], levels[done], top, wrap_us)
                done += 1
                continue
            end = min(len(levels), done + BLOCK_MAX - count)
            self._levels += levels[done:end]
            self._last_us = times_us[end - 1]
            done = end
            if len(self._levels) >= BLOCK_MAX:
                self.flush()

    def _add(self, now_us: float, level: int, top: int, wrap_us: Callable[[], float]) -> None:
        if not self._fits(now_us, top):
            self.flush()
            self._first_us, self._period_us, self._top = now_us, wrap_us(), top
        elif len(self._levels) == 1:
            self._period_us = round(now_us - self._first_us, 6)
        self._levels.append(level)
        self._last_us = now_us
        if len(self._levels) >= BLOCK_MAX:
            self.flush()

    def _fits(self, now_us: float, top: int) -> bool:
        if not self._levels or top != self._top:
            return False
        step_us = now_us - self._last_us
        if len(self._levels) == 1:
            return step_us <= _LONGEST_PERIOD_US
        return abs(step_us - self._period_us) <= _SAME_PERIOD_US

    def flush(self) -> None:
        """Reports the samples that were collected."""
        if self._levels:
            levels = np.array(self._levels, dtype=np.uint16)
            self._levels = []
            self._sink.speaker(self._first_us, self._period_us, levels, self._top)
