"""How a sound will sound: run through the device's own mixer, then heard and measured."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pingblock.build import mixer_host
from pingblock.virtual.heard import Onset, listen
from pingblock.virtual.loudness import SILENCE_DB, loudness
from pingblock.virtual.parts.speaker import POWER_WINDOW_US, high_pass

Levels = mixer_host.Samples
Floats = npt.NDArray[np.float64]

EAR_HZ = 22_050  # within 0.02 % of the mixer's rate, which pitches do not tell apart
FULL_SINE_MW = 1000  # of a full-scale sine, see hardware/README.md
_WINDOW_MS = POWER_WINDOW_US / 1000
_START_BLOCKS, _END_BLOCKS = 1, 5  # of the fades around a sound
_CLIPPED_Q8 = 64  # at a quarter of the volume nothing is clipped


@dataclass(frozen=True)
class Level:
    """How loud a sound is at full volume.

    Args:
        peak_pct: of what the cap at its highest lets through; above 100 it would be clipped.
        power_mw: the most that it takes from the supply, for a few ms.
        loudness_db: of its loudest 5 ms from a small speaker; 0 is a full-scale sine.
    """

    peak_pct: int
    power_mw: int
    loudness_db: float


def rendered(program: array[int], recording: array[int], repeats: int = 1) -> Levels:
    """Returns the sound as the speaker would play it at full volume: compare values 0..944."""
    played = array("i", program)
    played[1] = repeats
    return mixer_host.render(played, recording)


def level(program: array[int], recording: array[int]) -> Level:
    """Measures a program."""
    quiet = mixer_host.render(program, recording, gain_q8=_CLIPPED_Q8).astype(np.float64)
    blocks = mixer_host.BLOCK_SAMPLES
    inner = quiet[_START_BLOCKS * blocks : -_END_BLOCKS * blocks] - mixer_host.MIDDLE
    if not len(inner):
        return Level(0, 0, SILENCE_DB)
    full = inner * (mixer_host.FULL_GAIN / 118 / _CLIPPED_Q8) / mixer_host.MIDDLE
    window = min(len(full), round(mixer_host.SAMPLE_RATE_HZ * _WINDOW_MS / 1000))
    total = np.cumsum(np.concatenate(([0.0], full * full)))
    mean_square = float((total[window:] - total[:-window]).max()) / window
    power_mw = mean_square * 2 * FULL_SINE_MW
    heard = _through_speaker(full)
    loudest = float(loudness(heard, np.ones(len(heard), bool), EAR_HZ).level_db.max())
    return Level(round(100 * float(np.abs(full).max())), round(power_mw), round(loudest, 1))


def _through_speaker(samples: Floats) -> Floats:
    """Returns what a small loudspeaker gives back of samples: little below 150 Hz."""
    return np.convolve(samples, high_pass(EAR_HZ))[: len(samples)]


def as_waveform(levels: Levels) -> Floats:
    """Returns rendered levels as -1.0..1.0, without the bias ramps."""
    blocks = mixer_host.BLOCK_SAMPLES
    wave = (levels.astype(np.float64) - mixer_host.MIDDLE) / mixer_host.MIDDLE
    wave[: _START_BLOCKS * blocks] = 0.0
    wave[-2 * blocks :] = 0.0
    return wave


def onsets(levels: Levels) -> list[Onset]:
    """Returns what an ear makes out in rendered levels: the beginnings of notes."""
    found = listen(_through_speaker(as_waveform(levels)), None, EAR_HZ)
    return [feature for feature in found if isinstance(feature, Onset)]
