"""The waveform at the speaker pin as steps in time.

It is not the audible sound: for that, see ``parts.speaker`` for the speaker and ``heard`` for
the ear.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pingblock.common.extras import np

if TYPE_CHECKING:
    import numpy.typing as npt

Floats: TypeAlias = "npt.NDArray[np.float64]"
Flags: TypeAlias = "npt.NDArray[np.bool_]"


@dataclass(frozen=True)
class Waveform:
    """Levels as shares of full scale (TOP + 1), 0.0..1.0. Each holds until the time of the next.

    Args:
        times_us: times at which the levels were set, emulated us, increasing.
        levels: a level for each time.
    """

    times_us: Floats
    levels: Floats

    def resampled(self, rate_hz: int, first: int, last: int) -> Floats:
        """Returns the levels at the samples ``first`` to ``last - 1`` of a grid at ``rate_hz``."""
        at_us = np.arange(first, last) * (1e6 / rate_hz)
        index = np.searchsorted(self.times_us, at_us + 1e-6, side="right")
        return np.concatenate(([0.0], self.levels))[index]

    def between(self, start_us: float, end_us: float) -> Waveform:
        """Returns the part from the level at ``start_us`` up to and including ``end_us``."""
        first, last = np.searchsorted(self.times_us, (start_us, end_us), side="right")
        part = slice(max(int(first) - 1, 0), int(last))
        return Waveform(self.times_us[part], self.levels[part])
