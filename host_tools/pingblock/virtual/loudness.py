"""Sound levels in steps of 1 ms, from which ``heard`` finds notes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pingblock.common.extras import np
from pingblock.virtual.waveform import Flags, Floats

Reduce = Callable[..., Floats]

HOP_MS = 1.0
WINDOW_MS = 5.0
# The highest level of this time counts, so that gaps between the pulses of an 80 Hz note do not
# matter.
HOLD_HOPS = 12
# A rise is compared with the quietest of this many previous hops.
RISE_HOPS = 30
OFF_HOPS = 20
SILENCE_DB = -120.0
FULL_SINE_SQUARE = 0.5


@dataclass(frozen=True)
class Loudness:
    """Levels with one entry for each hop.

    Args:
        level_db: RMS of the last 5 ms before the hop. 0 dB is a full-scale sine.
        held_db: highest level of the last 12 ms.
        quietest_db: lowest held level of the last 30 ms.
        off: whether the amplifier was off for the last 20 ms.
    """

    level_db: Floats
    held_db: Floats
    quietest_db: Floats
    off: Flags


def hop_samples(rate_hz: int) -> int:
    """Returns the number of samples in a hop at ``rate_hz``."""
    return round(rate_hz * HOP_MS / 1000)


def loudness(samples: Floats, amplifier_on: Flags, rate_hz: int) -> Loudness:
    """Returns the loudness at each whole hop of ``samples`` (-1.0..1.0 of full scale)."""
    level = _level_db(samples, rate_hz)
    held = _trailing(level, HOLD_HOPS, np.max, SILENCE_DB)
    quietest = _trailing(held, RISE_HOPS, np.min, 0.0)
    hop = hop_samples(rate_hz)
    on = amplifier_on[: len(level) * hop].reshape(-1, hop).any(axis=1).astype(float)
    return Loudness(level, held, quietest, _trailing(on, OFF_HOPS, np.max, 1.0) == 0.0)


def _level_db(samples: Floats, rate_hz: int) -> Floats:
    hop, window = hop_samples(rate_hz), round(rate_hz * WINDOW_MS / 1000)
    energy = np.concatenate((np.zeros(window + 1), np.cumsum(samples * samples)))
    ends = np.arange(1, len(samples) // hop + 1) * hop + window
    mean_square = (energy[ends] - energy[ends - window]) / window
    return 10 * np.log10(np.maximum(mean_square / FULL_SINE_SQUARE, 10 ** (SILENCE_DB / 10)))


def _trailing(values: Floats, length: int, function: Reduce, before: float) -> Floats:
    padded = np.concatenate((np.full(length - 1, before), values))
    return function(np.lib.stride_tricks.sliding_window_view(padded, length), axis=1)
