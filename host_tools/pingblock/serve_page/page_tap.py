"""A sink in front of a virtual device's parts that sends changes and sound to a page."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Iterable
from typing import Any

from pingblock.virtual.engine import Samples
from pingblock.virtual.harness import Harness

Message = dict[str, Any] | bytes
Tell = Callable[[Message], None]

# The first byte of a binary message. Other bytes after it align the samples to a word.
SOUND, SERIAL = 1, 2
_SOUND_HEAD = struct.Struct("<B7xdd")
_SAMPLE_US = 45.36  # the sample period of the device's mixer, for a single level without a period
_FULL = 32767
STEADY = 32  # Fewer levels can be the processor's own writes, at any interval.


def sound_message(at_sample: float, rate_hz: float, samples: Iterable[int]) -> bytes:
    """Returns a chunk of sound for the page: type byte, time, rate, 16-bit samples."""
    return _SOUND_HEAD.pack(SOUND, at_sample, rate_hz) + array("h", samples).tobytes()


def serial_message(data: bytes) -> bytes:
    """Returns serial bytes, of either direction, as a message."""
    return bytes((SERIAL,)) + data


class PageTap:
    """Implements ``pingblock.virtual.engine.Sink``, and passes all events on.

    It also sends changes and sound to a page.

    Args:
        parts: the next sink, which gets all events.
        tell: called with the messages, in order.
    """

    def __init__(self, parts: Harness, tell: Tell) -> None:
        self._parts = parts
        self._tell = tell
        self._amplifier = parts.gpio["amp_shutdown"]
        self._period_us = _SAMPLE_US
        self._next = -1.0  # number of the sample after the last chunk
        self.sounding = False
        self.adc = parts.adc
        self.report = parts.report
        self.pwm = parts.pwm
        self.clocks = parts.clocks

    def pin(self, at_us: float, gpio: int, level: bool) -> None:
        """See ``Sink.pin``."""
        self._parts.pin(at_us, gpio, level)
        if gpio == self._amplifier:
            self._tell({"kind": "amp", "atMs": at_us / 1000, "on": level})

    def speaker(self, at_us: float, period_us: float, levels: Samples, top: int) -> None:
        """See ``Sink.speaker``."""
        self._parts.speaker(at_us, period_us, levels, top)
        if not len(levels):
            return
        if len(levels) >= STEADY and period_us:
            self._period_us = period_us
        at_sample = self._sample(at_us)
        self._next = at_sample + len(levels)
        if len(levels) > 1 or levels[0]:
            full = top + 1
            swings = (2 * min(int(level), full) - full for level in levels)
            samples = (round(swing * _FULL / full) for swing in swings)
            self._tell(sound_message(at_sample, 1e6 / self._period_us, samples))
        # If the last level of a block is 0, the sound has stopped.
        self.sounding = bool(levels[-1])
        if not self.sounding:
            self._tell({"kind": "silence", "atSample": self._next})

    def _sample(self, at_us: float) -> float:
        """Returns the number of the sample at ``at_us``. Consecutive chunks have no gap."""
        at = at_us / self._period_us
        return self._next if abs(at - self._next) < 1 else float(round(at))

    def serial(self, at_us: float, data: bytes) -> None:
        """See ``Sink.serial``."""
        self._parts.serial(at_us, data)
        self._tell(serial_message(data))

    def reset(self, at_us: float, cause: str) -> None:
        """See ``Sink.reset``."""
        self._parts.reset(at_us, cause)
        self.sounding = False
        self._tell({"kind": "reset", "atMs": at_us / 1000, "cause": cause})
