"""Measured properties of every tune, as they were heard to be right: ``tests/data/tunes.csv``.

Length; how many notes begin, and the pitch of the first and the last; the shares of the energy
below 800 Hz and from 2.4 kHz on; the loudest 125 ms, 0 dB = a full-scale sine.
"""

import csv
from array import array
from pathlib import Path

import numpy as np
import pytest

from pingblock.sounds import hearing, tables
from pingblock.virtual.heard import Onset, listen
from pingware.shared import sequencer

RATE_HZ = 22_050
LOW_HZ, HIGH_HZ = 800, 2400
FAST = RATE_HZ // 8
LIST = Path(__file__).parents[3] / "data" / "tunes.csv"
ROWS = {row["name"]: row for row in csv.DictReader(LIST.open(encoding="utf-8"))}


def test_every_tune_is_listed():
    """Another game's tunes may be listed; if one is, all are."""
    listed = [table.tunes for table in tables.sound_tables() if table.tunes.keys() & ROWS.keys()]
    assert sorted(ROWS) == sorted(name for tunes in listed for name in tunes)
    assert len(listed) >= 8


@pytest.mark.parametrize("name", ROWS)
def test_a_tune_is_what_it_was_heard_to_be(name):
    program = sequencer.compile_tune(tables.tunes()[name], tables.instruments(), {})
    sound = hearing.rendered(program, array("H"))
    begins = [each for each in listen(sound, None, RATE_HZ) if isinstance(each, Onset)]
    expected = {each: float(value) for each, value in ROWS[name].items() if each != "name"}
    assert len(sound) * 1000 / RATE_HZ == pytest.approx(expected["length_ms"], abs=10)
    assert len(begins) == expected["onsets"]
    pitches = [begins[0].hz, begins[-1].hz]
    assert pitches == pytest.approx([expected["first_hz"], expected["last_hz"]], rel=0.02, abs=2)
    power = np.abs(np.fft.rfft(sound)) ** 2
    hz = np.fft.rfftfreq(len(sound), 1 / RATE_HZ)
    low, high = (100 * power[band].sum() / power.sum() for band in (hz < LOW_HZ, hz >= HIGH_HZ))
    assert [low, high] == pytest.approx([expected["low_pct"], expected["high_pct"]], abs=3)
    energy = np.cumsum(np.concatenate(([0.0], sound * sound, np.zeros(FAST))))
    level_db = 10 * np.log10(2 * (energy[FAST:] - energy[:-FAST]).max() / FAST)
    assert level_db == pytest.approx(expected["level_db"], abs=0.5)
