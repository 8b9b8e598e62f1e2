"""Every tone consists of its harmonics: aliases from above 11 kHz are 35 dB down."""

import numpy as np
import pytest
from tests.purity import inharmonic_db, tones, unexplained_db

from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS

RATE_HZ = 125e6 / 5670
MOST_DB = -35
NOTES = [f"{name}{octave}" for octave in range(3, 8) for name in sequencer.NOTE_NAMES]
WAVES = {
    "hollow": {"wave": "pulse", "duty_pct": 50},
    "thin": {"wave": "pulse", "duty_pct": 15},
    "soft": {"wave": "triangle"},
    "pure": {"wave": "sine"},
}


@pytest.mark.parametrize("wave", WAVES)
def test_notes_of_octaves_3_to_7_and_slides_are_harmonic(wave):
    slides = [("C3", 150, "B7"), ("B7", 150, "C3"), ("A6", 150, "D7")]
    notes = [(note, 50) for note in NOTES]
    found = {each: inharmonic_db(WAVES[wave], *each) for each in (*notes, *slides)}
    assert {each: db for each, db in found.items() if db > MOST_DB} == {}


def test_every_note_of_every_tune_is_harmonic():
    found = {key: inharmonic_db(INSTRUMENTS[key[1]], *key[2:]) for key in tones()}
    assert {key: db for key, db in found.items() if db > MOST_DB} == {}
    assert {key[0] for key in found} >= {"power_up", "laugh", "game_over", "stop"}


def test_measure_detects_a_folded_harmonic():
    """The test adds a sine of 9 kHz whose double folds back to 4 kHz, 20 dB lower."""
    turns = np.arange(4096) * 9000 / RATE_HZ
    angles = 2 * np.pi * turns
    heard = np.cos(angles) + 0.1 * np.cos(2 * angles)
    basis = np.column_stack([np.cos(angles), np.sin(angles)])
    assert unexplained_db(heard, basis) == pytest.approx(-20, abs=0.2)
