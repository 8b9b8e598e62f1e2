"""Purity of a tone: the ratio of the signal to noise and distortion, from levels at the pin."""

from __future__ import annotations

import numpy as np

from pingblock.virtual.waveform import Floats, Waveform

NEAR_HZ = 10.0  # largest deviation of a tone from its pitch
LOW_HZ, HIGH_HZ = 20.0, 11_000.0  # audible frequencies, up to half the sample rate
# Blackman-Harris, four terms: side lobes below -92 dB, main lobe 4 bins to each side.
_TERMS = (0.35875, -0.48829, 0.14128, -0.01168)
_LOBE_BINS = 5


def held(wave: Waveform, rate_hz: float, start_us: float, count: int) -> Floats:
    """Returns ``count`` levels of the pin at ``rate_hz`` from ``start_us`` on."""
    at_us = start_us + np.arange(count) * (1e6 / rate_hz)
    index = np.searchsorted(wave.times_us, at_us, side="right") - 1
    return wave.levels[index]


def sinad_db(signal: Floats, rate_hz: float, tone_hz: float) -> float:
    """Returns the ratio in dB of the tone's power to all other power from 20 Hz to 11 kHz.

    Args:
        signal: the samples, longer than about 0.5 s. A constant part does not matter.
        rate_hz: sample rate.
        tone_hz: pitch of the tone, exact to 10 Hz. If there is no such tone, the result is far
            below zero.
    """
    power, hz = _spectrum(signal, rate_hz)
    heard = (hz >= LOW_HZ) & (hz <= HIGH_HZ)
    peak = int(np.argmax(np.where(np.abs(hz - tone_hz) <= NEAR_HZ, power, 0)))
    tone = np.abs(np.arange(len(power)) - peak) <= _LOBE_BINS
    return float(10 * np.log10(np.sum(power[tone]) / np.sum(power[heard & ~tone])))


def _spectrum(signal: Floats, rate_hz: float) -> tuple[Floats, Floats]:
    phase = 2 * np.pi * np.arange(len(signal)) / len(signal)
    window = sum(term * np.cos(turns * phase) for turns, term in enumerate(_TERMS))
    bins = np.fft.rfft((signal - np.mean(signal)) * window)
    return np.abs(bins) ** 2, np.arange(len(bins)) * rate_hz / len(signal)
