"""Compares two sounds by loudness over time, pitch, brightness and rhythm, as ears do."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pingblock.virtual.heard import Onset, listen
from pingblock.virtual.parts.speaker import high_pass

RATE_HZ = 22_050
FRAME = RATE_HZ // 50  # samples of a frame of 20 ms
FRAMES = 90  # frames of 1.8 s, longer than any of these sounds
SMALL_SPEAKER_HZ = 350
FLOOR_DB = -40.0
# A difference of one is 6 dB of loudness, a third of an octave of pitch, half an octave of
# brightness, or a quarter of the beats in other places.
LEVEL_DB, PITCH_OCTAVES, BRIGHT_OCTAVES, RHYTHM = 6.0, 1 / 3, 1 / 2, 1 / 4
BEAT_FRAMES = 3.0
BEGINS = 0.1  # a sound begins at this share of its highest sample


class Features(NamedTuple):
    """The features by which two sounds are compared, for each frame from the beginning."""

    level_db: np.ndarray  # 0 is the loudest frame
    pitch: np.ndarray  # octaves of the strongest partial above 1 kHz
    bright: np.ndarray  # octaves of the spectrum's centroid above 1 kHz
    beats: np.ndarray  # whether notes begin


def features(samples: np.ndarray) -> Features:
    """Returns the features of a sound (-1.0..1.0, ``RATE_HZ`` a second) from a 40 mm speaker."""
    heard = np.convolve(samples, high_pass(RATE_HZ, SMALL_SPEAKER_HZ))
    start = int(np.argmax(np.abs(heard) > BEGINS * np.abs(heard).max()))
    beats = np.zeros(FRAMES)
    for onset in listen(samples, None, RATE_HZ):
        if isinstance(onset, Onset):
            at = np.arange(FRAMES) - (onset.at_ms - start * 1000 / RATE_HZ) / 20
            beats += np.exp(-((at / BEAT_FRAMES) ** 2))
    pieces = np.resize(np.pad(heard[start:], (0, FRAME * FRAMES)), (FRAMES, FRAME))
    power = np.abs(np.fft.rfft(pieces * np.hanning(FRAME), 2048, axis=1)) ** 2 + 1e-12
    hz = np.fft.rfftfreq(2048, 1 / RATE_HZ)[1:]
    power = power[:, 1:]
    level = 10 * np.log10(power.sum(axis=1))
    return Features(
        np.maximum(level - level.max(), FLOOR_DB),
        np.log2(hz[power.argmax(axis=1)] / 1000),
        np.log2((power * hz).sum(axis=1) / power.sum(axis=1) / 1000),
        beats,
    )


def distance(one: Features, other: Features) -> float:
    """Returns the distance of two sounds (float). An ear notices 1 at once."""
    louder = np.maximum(one.level_db, other.level_db)
    audible = louder > FLOOR_DB
    both = (np.minimum(one.level_db, other.level_db) > FLOOR_DB / 2) * 1.0
    both /= max(both.sum(), 1.0)
    level = np.abs(one.level_db - other.level_db)[audible].mean() / LEVEL_DB
    pitch = (np.abs(one.pitch - other.pitch) * both).sum() / PITCH_OCTAVES
    bright = (np.abs(one.bright - other.bright) * both).sum() / BRIGHT_OCTAVES
    alike = (one.beats @ other.beats) / (np.linalg.norm(one.beats) * np.linalg.norm(other.beats))
    return float(np.sqrt(level**2 + pitch**2 + bright**2 + ((1 - alike) / RHYTHM) ** 2))
