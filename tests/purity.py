"""Purity of tones: the energy that is not in any of a note's harmonics.

A wave is a fixed function of its phase. The phase of a note is known from its program, even in a
slide. So its harmonics are fitted to the mixer's output. The remainder is inharmonic.
"""

from __future__ import annotations

import functools

import numpy as np

from pingblock.sounds import tables
from pingblock.sounds.mixer_host import render
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS

TURN = 1 << 24
TICK, BLOCK, MIDDLE = 16, 128, 472
TONES = ("pulse", "triangle", "sine", "formant")


def phases(step: int, slide: int, hold: int, sine: bool) -> np.ndarray:
    """Returns the phase of each sample of a note, in turns, from the words of its program."""
    ticks = np.arange(hold)
    steps = np.repeat(step + slide * (ticks + 1), TICK)
    return np.cumsum(steps) / (TURN >> 4 if sine else TURN)


def unexplained_db(heard: np.ndarray, basis: np.ndarray) -> float:
    """Returns the energy that the best fit of ``basis``'s columns leaves, 0 dB = all."""
    left = heard - basis @ np.linalg.solve(basis.T @ basis, basis.T @ heard)
    return 10 * np.log10(np.sum(left**2) / np.sum(heard**2))


def inharmonic_db(instrument: dict, note, ms: int, *slides_to) -> float:
    """Returns the energy in dB outside of the harmonics of a note that is held at full level.

    0 dB is the energy of the whole note.
    """
    flat = {**instrument, "attack_ms": 0, "decay_ms": 0, "sustain_pct": 100, "release_ms": 1}
    rows = ((0, "it", note, ms, 100, *slides_to),)
    program = sequencer.compile_tune({"rows": rows}, {"it": flat}, {})
    step, slide, hold = (int(word) for word in program[5:8])
    turns = phases(step, slide, hold, instrument["wave"] == "sine")
    heard = render(program)[BLOCK:].astype(float)[: len(turns)] - MIDDLE
    heard, turns = heard[2 * TICK : -2 * TICK], turns[2 * TICK : -2 * TICK]
    highest = int(0.5 / np.diff(turns).max())
    angles = 2 * np.pi * np.outer(turns, np.arange(1, highest + 1))
    basis = np.hstack([np.cos(angles), np.sin(angles), np.ones((len(turns), 1))])
    return unexplained_db(heard, basis)


@functools.cache
def tones() -> list[tuple]:
    """Returns every note of every tune once: its tune, its instrument, and the note itself."""
    found = {}
    for name, tune in tables.tunes().items():
        for _, instrument, note, ms, _, *slides_to in tune["rows"]:
            if INSTRUMENTS[instrument]["wave"] in TONES:
                found.setdefault((instrument, note, ms, *slides_to), name)
    return [(name, *key) for key, name in found.items()]


def worst_db() -> float:
    """Returns the inharmonic energy of the worst note of all tunes, dB."""
    return max(inharmonic_db(INSTRUMENTS[key[1]], *key[2:]) for key in tones())
