"""Finds the strongest pitch of a short piece of sound, as the peak of its spectrum."""

from __future__ import annotations

from functools import lru_cache

from pingblock.common.extras import np
from pingblock.virtual.parts.speaker import high_pass
from pingblock.virtual.waveform import Floats

FFT_SIZE = 8192
LOWEST_HZ = 60.0


def pitch_hz(piece: Floats, rate_hz: int) -> float:
    """Returns the frequency of the strongest partial above 60 Hz, or 0.0 for silence.

    Partials are compared before the speaker's high-pass, so that a low note gives its
    fundamental frequency.

    Args:
        piece: sound as it is heard, up to 8192 samples.
        rate_hz: its sample rate.
    """
    if not np.any(piece):
        return 0.0
    spectrum = np.abs(np.fft.rfft(piece * np.hanning(len(piece)), FFT_SIZE))
    top = _strongest(spectrum, spectrum / _speaker_gain(rate_hz), rate_hz)
    return (top + _vertex(spectrum[top - 1 : top + 2])) * rate_hz / FFT_SIZE


def _strongest(spectrum: Floats, played: Floats, rate_hz: int) -> int:
    """Returns the peak of ``spectrum`` that is largest in ``played``, above 60 Hz."""
    inner = spectrum[1:-1]
    peaks = np.flatnonzero((inner >= spectrum[:-2]) & (inner > spectrum[2:])) + 1
    peaks = peaks[peaks >= LOWEST_HZ * FFT_SIZE / rate_hz]
    return int(peaks[np.argmax(played[peaks])]) if len(peaks) else 1


def _vertex(three: Floats) -> float:
    """Returns the peak of the parabola through the logarithms of three values, -0.5..0.5."""
    left, mid, right = (float(value) for value in np.log(np.maximum(three, 1e-12)))
    bend = left - 2 * mid + right
    return 0.5 * (left - right) / bend if bend < 0 else 0.0


@lru_cache(maxsize=4)
def _speaker_gain(rate_hz: int) -> Floats:
    gain = np.abs(np.fft.rfft(high_pass(rate_hz), FFT_SIZE))
    return np.maximum(gain, 0.01)
