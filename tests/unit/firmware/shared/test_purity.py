"""Every tone consists of its own harmonics: what folds back from above 11 kHz is 35 dB down.

A wave is a fixed function of its phase, and the phase of a note is known from its program, also in
a slide. So its harmonics are fitted to what the mixer gives; what the fit leaves is inharmonic.
"""

import functools

import numpy as np
import pytest

from pingblock.build.mixer_host import render
from pingblock.sounds import tables
from pingware.shared import sequencer

RATE_HZ = 125e6 / 5670
TURN = 1 << 24
TICK, BLOCK, MIDDLE = 16, 128, 472
MOST_DB = -35
TONES = ("pulse", "triangle", "sine", "formant")
NOTES = [f"{name}{octave}" for octave in range(3, 8) for name in sequencer.NOTE_NAMES]
WAVES = {
    "hollow": {"wave": "pulse", "duty_pct": 50},
    "thin": {"wave": "pulse", "duty_pct": 15},
    "soft": {"wave": "triangle"},
    "pure": {"wave": "sine"},
}


def phases(step: int, slide: int, hold: int, sine: bool) -> np.ndarray:
    """Returns the phase of each sample of a note, in turns, from the words of its program."""
    ticks = np.arange(hold)
    steps = np.repeat(step + slide * (ticks + 1), TICK)
    return np.cumsum(steps) / (TURN >> 4 if sine else TURN)


def unexplained_db(heard: np.ndarray, basis: np.ndarray) -> float:
    """Returns the energy that the best fit of ``basis``'s columns leaves, 0 dB = all of it."""
    left = heard - basis @ np.linalg.solve(basis.T @ basis, basis.T @ heard)
    return 10 * np.log10(np.sum(left**2) / np.sum(heard**2))


def inharmonic_db(instrument: dict, note, ms: int, *slides_to) -> float:
    """Returns the energy of a note, held at full level, that none of its harmonics explains, dB.

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


@pytest.mark.parametrize("wave", WAVES)
def test_every_note_of_octaves_3_to_7_is_harmonic(wave):
    found = {note: inharmonic_db(WAVES[wave], note, 80) for note in NOTES}
    assert {note: db for note, db in found.items() if db > MOST_DB} == {}
    assert len(found) == 60


@pytest.mark.parametrize("wave", WAVES)
@pytest.mark.parametrize(("first", "last"), [("C3", "B7"), ("B7", "C3"), ("A6", "D7")])
def test_slides_are_harmonic(wave, first, last):
    assert inharmonic_db(WAVES[wave], first, 150, last) <= MOST_DB


@functools.cache
def tones() -> list[tuple]:
    """Returns every note of every tune once: its tune, its instrument, and the note itself."""
    found = {}
    for name, tune in tables.tunes().items():
        for _, instrument, note, ms, _, *slides_to in tune["rows"]:
            if tables.instruments()[instrument]["wave"] in TONES:
                found.setdefault((instrument, note, ms, *slides_to), name)
    return [(name, *key) for key, name in found.items()]


def test_every_note_of_every_tune_is_harmonic():
    found = {key: inharmonic_db(tables.instruments()[key[1]], *key[2:]) for key in tones()}
    assert {key: db for key, db in found.items() if db > MOST_DB} == {}
    assert {key[0] for key in found} >= {"power_up", "laugh", "game_over", "stop"}


def test_what_folds_back_would_be_seen():
    """A sine of 9 kHz whose double folds back to 4 kHz, 20 dB down."""
    turns = np.arange(4096) * 9000 / RATE_HZ
    angles = 2 * np.pi * turns
    heard = np.cos(angles) + 0.1 * np.cos(2 * angles)
    basis = np.column_stack([np.cos(angles), np.sin(angles)])
    assert unexplained_db(heard, basis) == pytest.approx(-20, abs=0.2)
