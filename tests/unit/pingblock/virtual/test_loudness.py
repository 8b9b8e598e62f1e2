import numpy as np
import pytest

from pingblock.virtual.loudness import SILENCE_DB, hop_samples, loudness

RATE_HZ = 22_050
HOP = hop_samples(RATE_HZ)


def found(*parts, off_from=None):
    samples = np.concatenate(parts)
    amplifier = np.ones(len(samples), bool)
    amplifier[off_from:] &= off_from is None
    return loudness(samples, amplifier, RATE_HZ)


def tone(ms, swing=1.0):
    return swing * np.sin(2 * np.pi * 1000 * np.arange(RATE_HZ * ms // 1000) / RATE_HZ)


@pytest.mark.parametrize(("swing", "db"), [(1.0, 0.0), (0.5, -6.02)])
def test_full_sine_is_0_db(swing, db):
    assert found(tone(50, swing)).level_db[-1] == pytest.approx(db, abs=0.05)


def test_silence_has_lowest_level_once_per_whole_hop():
    assert found(np.zeros(10 * HOP + 5)).level_db.tolist() == [SILENCE_DB] * 10


def test_held_level_bridges_short_gaps():
    gap = found(tone(30), np.zeros(RATE_HZ * 10 // 1000), tone(30))
    assert gap.level_db[30:45].min() < -100
    assert gap.held_db[10:].min() > -6


def test_quietest_level_covers_a_past_window():
    quietest_db = found(np.zeros(HOP * 100), tone(200)).quietest_db
    assert quietest_db[110] == SILENCE_DB
    assert quietest_db[160] > -1


def test_amplifier_counts_as_off_after_20_ms():
    off = found(np.zeros(HOP * 100), off_from=HOP * 50).off
    assert np.flatnonzero(off)[0] == 69
    assert off[69:].all()
