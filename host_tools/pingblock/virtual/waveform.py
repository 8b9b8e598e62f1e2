"""Waveform at the speaker pin as steps in time, with its electrical figures.

Not what is heard: see ``parts.speaker`` for the loudspeaker and ``heard`` for the ear.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pingblock.common.extras import np

if TYPE_CHECKING:
    import numpy.typing as npt

Floats: TypeAlias = "npt.NDArray[np.float64]"
Flags: TypeAlias = "npt.NDArray[np.bool_]"

# A pin that is low for this long is idle: no sound has 2 ms at the very bottom.
IDLE_US = 2000.0
# A step belongs to a tone if the level swings back within as many samples: 11.6 ms.
SWING_BACK = 256
# Steps below this share of full scale are nobody's click.
SMALL_STEP = 0.01
# Level that does not change for this long is silence.
STILL_US = 20_000.0
MID = 0.5


@dataclass(frozen=True)
class Waveform:
    """Levels 0.0..1.0 (share of full scale, TOP + 1), each held from its time to the next.

    Args:
        times_us: when each level was set, emulated us, rising.
        levels: the levels, as many as times.
    """

    times_us: Floats
    levels: Floats

    def resampled(self, rate_hz: int, first: int, last: int) -> Floats:
        """Returns samples ``first`` to ``last - 1`` of a grid at ``rate_hz``, zero-order hold."""
        at_us = np.arange(first, last) * (1e6 / rate_hz)
        index = np.searchsorted(self.times_us, at_us + 1e-6, side="right")
        return np.concatenate(([0.0], self.levels))[index]

    def between(self, start_us: float, end_us: float) -> Waveform:
        """Returns the part up to and with ``end_us``, and the level that held at ``start_us``."""
        first, last = np.searchsorted(self.times_us, (start_us, end_us), side="right")
        part = slice(max(int(first) - 1, 0), int(last))
        return Waveform(self.times_us[part], self.levels[part])

    def coupled(self, time_constant_us: float) -> Floats:
        """Returns what is left of each level behind a capacitor that was settled at first."""
        if not len(self.levels):
            return self.levels
        age = (self.times_us - self.times_us[-1]) / time_constant_us
        growth = np.exp(np.maximum(age, -100.0))
        charged = np.concatenate(([0.0], np.cumsum(self.levels[:-1] * np.diff(growth))))
        left: Floats = self.levels - (charged + self.levels[0] * growth[0]) / growth
        return left

    def peak(self) -> float:
        """Returns the largest swing from mid level, 0.0..1.0 of the possible one.

        The ramps between 0 and mid level at start and end of a sound do not count.
        """
        biased = np.flatnonzero(self.levels >= MID - 0.001)
        if not len(biased):
            return 0.0
        stretches = np.split(np.arange(len(self.levels)), np.flatnonzero(self._idle()))
        return max((self._peak_within(stretch) for stretch in stretches), default=0.0)

    def _peak_within(self, stretch: npt.NDArray[np.intp]) -> float:
        biased = stretch[self.levels[stretch] >= MID - 0.001]
        if not len(biased):
            return 0.0
        body = self.levels[biased[0] : biased[-1] + 1]
        return float(np.max(np.abs(body - MID)) / MID)

    def max_step_outside_tone(self, passed: Flags | None = None) -> float:
        """Returns the largest step, 0.0..1.0 of full scale, that is not of an oscillation.

        That is each step into or out of an idle stretch, and each step that no step of at
        least half its size in the other direction answers within 256 samples, before or after.

        Args:
            passed: for each level, whether the amplifier was on for it; without it all count.
        """
        steps = np.diff(self.levels, prepend=0.0)
        lonely = self._touches_idle() | ~self._answered(steps)
        if passed is not None:
            lonely &= passed
        return float(np.max(np.abs(steps[lonely]), initial=0.0))

    def _holds_us(self) -> Floats:
        return np.diff(self.times_us, append=np.inf)

    def _idle(self) -> Flags:
        """Marks levels of 0 that belong to a run of zeros of 2 ms or more."""
        low = self.levels == 0.0
        run = np.cumsum(np.diff(low, prepend=~low[:1]))
        lasts_us = np.bincount(run, weights=np.minimum(self._holds_us(), 1e12))
        idle: Flags = low & (lasts_us[run] >= IDLE_US)
        return idle

    def _touches_idle(self) -> Flags:
        idle = self._idle()
        after_idle: Flags = np.concatenate(([True], idle[:-1]))
        return idle | after_idle

    def _answered(self, steps: Floats) -> Flags:
        """Marks steps that are small, or answered by an opposite step close by."""
        up, down = _largest_near(steps), _largest_near(-steps)
        opposite = np.where(steps > 0, down, up)
        return (np.abs(steps) < SMALL_STEP) | (opposite >= np.abs(steps) / 2)

    def silent_after(self, at_ms: float) -> float:
        """Returns ms from ``at_ms`` until the level stops changing for 20 ms at least."""
        changes_us = self.times_us[np.diff(self.levels, prepend=-1.0) != 0]
        later_us = changes_us[changes_us > at_ms * 1000]
        still = np.flatnonzero(np.diff(later_us, prepend=at_ms * 1000, append=np.inf) >= STILL_US)
        if still[0] == 0:
            return 0.0
        return float(later_us[still[0] - 1]) / 1000 - at_ms


def _largest_near(values: Floats) -> Floats:
    """Returns the largest of the values within ``SWING_BACK`` places to either side of each."""
    later, earlier = values.copy(), values.copy()
    reach = 1
    while reach < SWING_BACK:
        later[:-reach] = np.maximum(later[:-reach], later[reach:])
        earlier[reach:] = np.maximum(earlier[reach:], earlier[:-reach])
        reach *= 2
    return np.maximum(later, earlier)
