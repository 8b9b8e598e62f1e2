"""An ear that knows a game's sounds: the nearest of them by ``likeness``, and how near it is."""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any

from tests.unit.firmware.games.likeness import RATE_HZ, Features, distance, features

from pingblock.sounds import hearing
from pingblock.virtual.bench import Bench
from pingware.shared import sequencer

PAUSE_MS = 40  # of silence between two sounds of one outcome


@cache
def known(game: Any) -> dict[str, Features]:
    """Returns the features of a game's sounds by name. Args: game: its ``SoundTable``."""
    programs = {
        name: sequencer.compile_tune(tune, game.instruments, {})
        for name, tune in game.tunes.items()
    }
    return {
        name: features(hearing.rendered(program, array("H"))) for name, program in programs.items()
    }


def name_of(bench: Bench, game: Any, start_ms: float, end_ms: float) -> tuple[str, float]:
    """Returns the sound of a game that is most like what was heard, and their distance."""
    first, last = (int(ms * RATE_HZ / 1000) for ms in (start_ms, end_ms))
    heard = features(bench.parts.sound.heard(RATE_HZ, first, last))
    found = {name: distance(each, heard) for name, each in known(game).items()}
    best = min(found, key=lambda name: found[name])
    return best, found[best]
