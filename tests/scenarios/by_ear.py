"""Recognizes a game's sounds: finds the one of greatest ``likeness``, and how certain it is."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from tests.unit.firmware.games.likeness import RATE_HZ, Features, distance, features

from pingblock.sounds import mixer_host
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS
from pingblock.tunes.tune_files import tunes_of
from pingblock.virtual.parts.speaker import SpeakerModel
from pingblock.virtual.virtual_device import Bench


@cache
def known(game: Any) -> dict[str, Features]:
    """Returns the features of a game's sounds by name. Args: game: its ``SoundTable``."""
    return {name: features(alone(tune)) for name, tune in tunes_of(game).items()}


def alone(tune: Any) -> np.ndarray:
    """Returns a tune as the amplifier and speaker of a virtual device play it."""
    levels = mixer_host.render(sequencer.compile_tune(tune, INSTRUMENTS, {}))
    speaker = SpeakerModel()
    speaker.amplifier(0, True)
    speaker.write(0, 1e6 / mixer_host.SAMPLE_RATE_HZ, levels, 944)
    return speaker.heard(RATE_HZ, 0, int(len(levels) * RATE_HZ / mixer_host.SAMPLE_RATE_HZ))


def name_of(bench: Bench, game: Any, start_ms: float, end_ms: float) -> tuple[str, float]:
    """Returns the sound of a game that is most similar to the recording.

    The second value is the distance of the next sound, as a factor.
    """
    first, last = (int(ms * RATE_HZ / 1000) for ms in (start_ms, end_ms))
    heard = features(bench.parts.sound.heard(RATE_HZ, first, last))
    found = {name: distance(each, heard) for name, each in known(game).items()}
    best, second, *_ = sorted(found, key=lambda name: found[name])
    return best, found[second] / found[best]
