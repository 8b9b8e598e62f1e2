"""The speaker and its amplifier. The model records the pin and computes the audible sound.

A capacitor is in front of the amplifier. While the amplifier's shutdown pin is low, there is no
sound, but the capacitor settles. A small speaker has almost no output below 150 Hz. So a bias ramp
is not audible, but if the capacitor has not settled when the amplifier is switched on, there is a
thump.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from pingblock.common.extras import np
from pingblock.virtual.engine import Samples
from pingblock.virtual.waveform import Flags, Floats, Waveform

HIGH_PASS_HZ = 150.0
# After this time, the responses of the high-pass and of the capacitor have decayed to 1e-6.
RESPONSE_MS = 60
COUPLING_MS = 5
KEPT_US = 1_000_000.0  # length of the recording that endless runs keep, more than ``RESPONSE_MS``
# The sound is computed in blocks of a quarter of a second. Their boundaries affect the last digits
# of the result.
BLOCKS_A_S = 4
# The amplifier's power from VSYS: 4 mA idle (PAM8302A). The figure for a full-scale sine comes
# from the simulation of the circuit with the worst tolerances. It is not read from the firmware's
# power budget, because this model checks that.
AMP_IDLE_MW = 18.0
AMP_FULL_SINE_MW = 200.0
POWER_WINDOW_US = 5000.0
# Shortest period. A single write has no period, so engines report 0 or the carrier's period.
SHORTEST_US = 0.001
# Time constant of C3 (100 nF) with R3 (3 k), R1 (470 Ohm) and the pin (40 Ohm).
COUPLING_US = 345.0
LEVEL_HZ = 1000.0  # The filter keeps the level of a tone of this pitch.
# After this time, the capacitor has settled to 1e-7.
SETTLING_US = POWER_WINDOW_US + 16 * COUPLING_US


@cache
def high_pass(rate_hz: int, cut_off_hz: float = HIGH_PASS_HZ) -> Floats:
    """Returns the impulse response of a sixth-order Butterworth high-pass with this cut-off."""
    response = np.zeros(rate_hz * RESPONSE_MS // 1000)
    response[0] = 1.0
    for quality in (0.5176, 0.7071, 1.9319):
        response = _biquad(response, np.tan(np.pi * cut_off_hz / rate_hz), quality)
    response.flags.writeable = False  # All callers share the array.
    return response


@cache
def coupling(rate_hz: int) -> Floats:
    """Returns the impulse response of the amplifier's input capacitor, with gain 1.0 at 1 kHz."""
    kept = np.exp(-1e6 / rate_hz / COUPLING_US)
    response: Floats = (kept - 1.0) * kept ** np.arange(-1.0, rate_hz * COUPLING_MS // 1000 - 1)
    response[0] = 1.0
    turns = 2j * np.pi * LEVEL_HZ / rate_hz * np.arange(len(response))
    level: float = np.abs(np.sum(response * np.exp(-turns)))
    response /= level
    response.flags.writeable = False
    return response


def _biquad(signal: Floats, k: float, quality: float) -> Floats:
    """Filters ``signal`` with one second-order high-pass. k = tan(pi f / rate)."""
    norm = 1 / (1 + k / quality + k * k)
    a1, a2 = 2 * (k * k - 1) * norm, (1 - k / quality + k * k) * norm
    out = np.zeros_like(signal)
    x1 = x2 = y1 = y2 = 0.0
    for index, x in enumerate(signal):
        y = norm * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2
        out[index] = y
        x1, x2, y1, y2 = float(x), x1, y, y1
    return out


class _Block(NamedTuple):
    """Consecutive levels, as in ``Sink.speaker``."""

    period_us: float
    levels: Samples
    full: int


class SpeakerModel:
    """Records all levels of the speaker pin and all switches of the amplifier, without loss."""

    def __init__(self) -> None:
        self._starts_us: list[float] = []
        self._blocks: list[_Block] = []
        # blocks as steps, by their start time, because they are needed often
        self._steps: dict[float, Waveform] = {}
        self._amp_us: list[float] = [0.0]
        self._amp_on: list[bool] = [False]

    @property
    def last_us(self) -> float:
        """When the last recorded level began, in emulated us, or 0.0 if there is none."""
        if not self._starts_us:
            return 0.0
        block = self._blocks[-1]
        return self._starts_us[-1] + (len(block.levels) - 1) * block.period_us

    @property
    def idle(self) -> bool:
        """True if the last recorded level is 0."""
        return not self._blocks or not self._blocks[-1].levels[-1]

    def write(self, at_us: float, period_us: float, levels: Samples, top: int) -> None:
        """Records levels as in ``Sink.speaker``. They replace levels that were due later."""
        if not len(levels):
            return
        self._cut(at_us)
        self._starts_us.append(at_us)
        self._blocks.append(_Block(max(period_us, SHORTEST_US), levels, top + 1))

    def _cut(self, at_us: float) -> None:
        while self._starts_us and self.last_us >= at_us:
            start_us, block = self._starts_us[-1], self._blocks[-1]
            self._steps.pop(start_us, None)
            keep = math.ceil((at_us - start_us) / block.period_us - 1e-9)
            if keep > 0:
                self._blocks[-1] = block._replace(levels=block.levels[:keep])
                return
            del self._starts_us[-1], self._blocks[-1]

    def forget(self, until_us: float) -> None:
        """Drops recordings that ended by ``until_us``, for endless runs."""
        over = max(bisect_right(self._starts_us, until_us) - 1, 0)
        for start_us in self._starts_us[:over]:
            self._steps.pop(start_us, None)
        del self._starts_us[:over], self._blocks[:over]
        over = max(bisect_right(self._amp_us, until_us) - 1, 0)
        del self._amp_us[:over], self._amp_on[:over]

    def silence(self, at_us: float) -> None:
        """Sets the pin to 0 and the amplifier off, when power is lost or the firmware stopped."""
        if not self.idle:
            self.write(at_us, 1.0, array("H", (0,)), 1)
        self.amplifier(at_us, False)

    def amplifier(self, at_us: float, on: bool) -> None:
        """Switches the amplifier on or off by its shutdown pin."""
        if on != self._amp_on[-1]:
            self._amp_us.append(at_us)
            self._amp_on.append(on)

    def waveform(self, start_us: float = 0.0, end_us: float = math.inf) -> Waveform:
        """Returns the steps at the pin after ``start_us``, up to and including ``end_us``.

        The first step is the level at ``start_us``, with the time at which it was set.
        """
        first = max(bisect_right(self._starts_us, start_us) - 1, 0)
        last = bisect_right(self._starts_us, end_us)
        if first >= last:
            return Waveform(np.zeros(0), np.zeros(0))
        steps = [self._stepped(place) for place in range(first, last)]
        times_us = np.concatenate([each.times_us for each in steps])
        levels = np.concatenate([each.levels for each in steps])
        return Waveform(times_us, levels).between(start_us, end_us)

    def _stepped(self, place: int) -> Waveform:
        """Returns a block as steps in time."""
        start_us, block = self._starts_us[place], self._blocks[place]
        if start_us not in self._steps:
            times_us = np.arange(len(block.levels), dtype=np.float64) * block.period_us + start_us
            levels = np.minimum(np.asarray(block.levels) / block.full, 1.0)
            self._steps[start_us] = Waveform(times_us, levels)
        return self._steps[start_us]

    def still_until_us(self, at_us: float) -> float:
        """Returns until when, in us, the recorded level at ``at_us`` stays the same."""
        place = bisect_right(self._starts_us, at_us)
        if place:
            block = self._blocks[place - 1]
            if self._starts_us[place - 1] + (len(block.levels) - 1) * block.period_us > at_us:
                return at_us
        return self._starts_us[place] if place < len(self._starts_us) else math.inf

    def amplifier_on(self, rate_hz: int, first: int, last: int) -> Flags:
        """Returns for each sample from ``first`` to ``last - 1`` whether the amplifier was on."""
        at_us: Floats = np.arange(first, last, dtype=np.float64) * (1e6 / rate_hz)
        return self.on_at(at_us)

    def on_at(self, at_us: Floats) -> Flags:
        """Returns for each time (emulated us) whether the amplifier was on."""
        index = np.searchsorted(np.array(self._amp_us), at_us + 1e-6, side="right") - 1
        return np.array(self._amp_on)[np.maximum(index, 0)]

    def heard(self, rate_hz: int, first: int, last: int) -> Floats:
        """Returns the audible samples ``first`` to ``last - 1``, -1.0..1.0 of full scale."""
        block = rate_hz // BLOCKS_A_S
        edges = [*range(first, last, block), last]
        parts = [self._heard_block(rate_hz, *pair) for pair in pairwise(edges)]
        return np.concatenate([np.zeros(0), *parts])

    def _heard_block(self, rate_hz: int, first: int, last: int) -> Floats:
        capacitor, response = coupling(rate_hz), high_pass(rate_hz)
        begin = max(first - len(response) - len(capacitor), 0)
        if self.still_until_us(begin * 1e6 / rate_hz) >= last * 1e6 / rate_hz:
            return np.zeros(last - first)
        steps = self.waveform(begin * 1e6 / rate_hz, last * 1e6 / rate_hz)
        on = self.amplifier_on(rate_hz, begin, last)
        level = 2 * steps.resampled(rate_hz, begin, last)
        if not len(level) or np.ptp(level) == 0.0:
            return np.zeros(last - first)
        padded = np.concatenate((np.full(len(capacitor), level[0]), level))
        coupled = np.convolve(padded, capacitor)[len(capacitor) : len(padded)]
        passed = np.convolve(np.where(on, coupled, 0.0), response)[: len(level)]
        return passed[first - begin :]

    def power_mw(self, at_us: float) -> float:
        """Returns the amplifier's power from VSYS just before ``at_us`` in mW."""
        place = bisect_right(self._amp_us, at_us) - 1
        if not self._amp_on[place]:
            return 0.0
        start_us = max(at_us - SETTLING_US, self._amp_us[place])
        squares, count = 0.0, 0
        charge: float | None = None  # charge of the capacitor. None: it has settled.
        before_us, before = 0.0, 0.0
        for begin_us, period_us, levels in self._runs(start_us, at_us):
            if charge is None:
                charge = before = levels[0]
            ignored = _count(begin_us, period_us, at_us - POWER_WINDOW_US, len(levels))
            kept = math.exp((before_us - begin_us) / COUPLING_US)
            every = math.exp(-period_us / COUPLING_US)
            for level in levels[:ignored]:
                charge = before + (charge - before) * kept
                before, kept = level, every
            for level in levels[ignored:]:
                charge = before + (charge - before) * kept
                before, kept = level, every
                squares += (level - charge) ** 2
            count += len(levels) - ignored
            before_us = begin_us + (len(levels) - 1) * period_us
        return AMP_IDLE_MW + (AMP_FULL_SINE_MW * 8 * squares / count if count else 0.0)

    def _runs(self, start_us: float, end_us: float) -> Iterator[tuple[float, float, list[float]]]:
        """Yields the levels up to ``end_us``, starting with the level at ``start_us``.

        Each item is the time of its first level, the period, and the levels.
        """
        first = max(bisect_right(self._starts_us, start_us) - 1, 0)
        for place in range(first, bisect_right(self._starts_us, end_us)):
            begin_us, (period_us, levels, full) = self._starts_us[place], self._blocks[place]
            skip = max(int((start_us - begin_us) / period_us), 0)
            first_level = min(skip, len(levels) - 1)
            # Plain numbers take half as long as numpy's numbers.
            some = levels[first_level : _count(begin_us, period_us, end_us, len(levels))].tolist()
            if some:
                each = [level / full for level in some]
                each = [min(level, 1.0) for level in each] if max(some) > full else each
                yield begin_us + first_level * period_us, period_us, each


def _count(begin_us: float, period_us: float, end_us: float, most: int) -> int:
    """Returns how many of ``most`` levels begin by ``end_us``."""
    count = min(max(int((end_us - begin_us) / period_us) + 1, 0), most)
    while count and begin_us + (count - 1) * period_us > end_us:
        count -= 1
    return count
