"""Adapts recordings to the mixer's scale, and to a sample rate for which there is enough memory.

Silence at the start is cut off, so that a press is heard as soon as with a built-in sound.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from pingblock.common.extras import np
from pingblock.errors import BadInput
from pingblock.sounds import mixer_host
from pingblock.virtual.waveform import Floats

# Sample rates in Hz. A small speaker cannot play frequencies that need more than the first. At the
# second, sounds are still clear.
PREFERRED_HZ, LEAST_HZ = 11_023, 8_000
_SILENT = 0.01  # share of the peak that counts as silence: 40 dB less
_LEAD_MS = 2
_FADE_MS = 8
_TAIL_SAMPLES = 16  # samples after a recording, in which the voice can end
_STEP_ONE = 4096
_ZERO = 32_768
_PEAK = 0.98
_PAD_SAMPLES = 256


@dataclass(frozen=True)
class Recording:
    """A recorded sound.

    Args:
        samples: -1.0..1.0.
        rate_hz: sample rate.
    """

    samples: Floats
    rate_hz: float

    @property
    def length_ms(self) -> float:
        """Length in ms."""
        return len(self.samples) * 1000 / self.rate_hz


def trimmed(recording: Recording) -> Recording:
    """Returns the recording without silence before and after it."""
    loud = np.flatnonzero(np.abs(recording.samples) > _SILENT * np.abs(recording.samples).max())
    lead = round(recording.rate_hz * _LEAD_MS / 1000)
    first, last = max(0, int(loud[0]) - lead), int(loud[-1]) + lead + 1
    return Recording(recording.samples[first:last], recording.rate_hz)


def cut(recording: Recording, longest_ms: float) -> Recording:
    """Returns the first ``longest_ms`` of a recording, faded out at the end."""
    count = int(recording.rate_hz * longest_ms / 1000)
    samples = recording.samples[:count].copy()
    fade = min(count, round(recording.rate_hz * 4 * _FADE_MS / 1000))
    samples[-fade:] *= np.linspace(1, 0, fade)
    return Recording(samples, recording.rate_hz)


def fitted(recording: Recording, samples_most: int) -> tuple[Recording, int]:
    """Resamples a recording so that it fits.

    Returns:
        The recording, and the step with which the mixer plays it (4096 = the mixer's own rate).

    Raises:
        BadInput: the recording is too long at any rate.
    """
    seconds = recording.length_ms / 1000
    rate_hz = min(PREFERRED_HZ, (samples_most - 1) / seconds)
    if rate_hz < LEAST_HZ:
        raise BadInput(
            f"The sound lasts {seconds:.1f} s, but only {samples_most / LEAST_HZ:.1f} s fit into "
            "the device's memory: shorten it."
        )
    step = int(_STEP_ONE * rate_hz / mixer_host.SAMPLE_RATE_HZ)
    return _resampled(recording, mixer_host.SAMPLE_RATE_HZ * step / _STEP_ONE), step


def _resampled(recording: Recording, rate_hz: float) -> Recording:
    """Returns the recording at another rate, without frequencies that are too high."""
    padded = np.pad(recording.samples, _PAD_SAMPLES)
    count = max(2, round(len(padded) * rate_hz / recording.rate_hz))
    spectrum = np.fft.rfft(padded)
    kept = np.zeros(count // 2 + 1, spectrum.dtype)
    common = min(len(spectrum), len(kept))
    kept[:common] = spectrum[:common]
    samples = np.fft.irfft(kept, count) * (count / len(padded))
    pad = round(_PAD_SAMPLES * rate_hz / recording.rate_hz)
    inner = samples[pad : len(samples) - pad].copy()
    fade = min(len(inner), max(1, round(rate_hz * _FADE_MS / 1000)))
    inner[-fade:] *= np.linspace(1, 0, fade)
    return Recording(inner, rate_hz)


def words(recording: Recording, gain: float) -> array[int]:
    """Returns a recording as halfwords for the mixer. Its peak is scaled to ``gain`` (0..1)."""
    peak = float(np.abs(recording.samples).max())
    scaled = recording.samples * (gain * _PEAK * (_ZERO - 1) / max(peak, 1e-9))
    found = array("H", (np.round(scaled).astype(np.int64) + _ZERO).tolist())
    found.extend([_ZERO] * (_TAIL_SAMPLES + 1 + (len(found) + 1) % 2))
    return found
