"""Writes WAV files of 16 bits and one channel. A sound that is too loud is scaled, not clipped."""

from __future__ import annotations

import wave
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from pingblock.virtual.waveform import Floats

_FULL = 32_767
_SAMPLE_BYTES = 2
# The sizes in the 44-byte header of a WAV file have 32 bits.
_MOST_SAMPLES = (2**32 - 1 - 44) // _SAMPLE_BYTES


def longest_ms(rate_hz: int) -> float:
    """Returns the length in ms of the longest sound that fits into a file at ``rate_hz``."""
    return _MOST_SAMPLES * 1000 / rate_hz


def write_wav(path: Path, samples: Floats, rate_hz: int) -> float:
    """Writes ``samples`` as ``write_blocks`` does."""
    return write_blocks(path, lambda: [samples], rate_hz)


def write_blocks(path: Path, blocks: Callable[[], Iterable[Floats]], rate_hz: int) -> float:
    """Writes a sound that can be larger than the memory.

    Args:
        path: path of the file.
        blocks: called one or more times. Yields the sound from the beginning. 1.0 is full scale.
        rate_hz: sample rate.

    Returns:
        The factor by which the sound was scaled to fit, or 1.0.

    Raises:
        OSError: the file cannot be written.
    """
    peak = max((float(np.max(np.abs(block), initial=0.0)) for block in blocks()), default=0.0)
    scale = 1 / max(peak, 1.0)
    with path.open("wb") as out, wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(_SAMPLE_BYTES)
        file.setframerate(rate_hz)
        for block in blocks():
            file.writeframes(np.round(block * (scale * _FULL)).astype("<i2").tobytes())
    return scale
