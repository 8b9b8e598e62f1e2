import numpy as np
import pytest

from pingblock.virtual.loudness import SILENCE_DB, hop_samples, loudness

RATE_HZ = 22_050
HOP = hop_samples(RATE_HZ)


def on(samples):
    return np.ones(len(samples), bool)


def tone(ms, swing=1.0):
    return swing * np.sin(2 * np.pi * 1000 * np.arange(RATE_HZ * ms // 1000) / RATE_HZ)


def test_full_sine_is_0_db():
    samples = tone(50)
    assert loudness(samples, on(samples), RATE_HZ).level_db[-1] == pytest.approx(0.0, abs=0.05)


def test_half_the_swing_is_6_db_less():
    samples = tone(50, 0.5)
    assert loudness(samples, on(samples), RATE_HZ).level_db[-1] == pytest.approx(-6.0, abs=0.1)


def test_silence_is_at_the_bottom():
    samples = np.zeros(1000)
    assert set(loudness(samples, on(samples), RATE_HZ).level_db) == {SILENCE_DB}


def test_there_is_one_entry_a_whole_hop():
    samples = np.zeros(10 * HOP + 5)
    assert len(loudness(samples, on(samples), RATE_HZ).level_db) == 10


def test_held_level_bridges_short_gaps():
    samples = np.concatenate((tone(30), np.zeros(RATE_HZ * 10 // 1000), tone(30)))
    found = loudness(samples, on(samples), RATE_HZ)
    assert found.level_db[30:45].min() < -100
    assert found.held_db[10:].min() > -6


def test_quietest_looks_30_ms_back():
    samples = np.concatenate((np.zeros(HOP * 100), tone(200)))
    found = loudness(samples, on(samples), RATE_HZ)
    assert found.quietest_db[110] == SILENCE_DB
    assert found.quietest_db[160] > -1


def test_off_needs_20_ms_without_the_amplifier():
    samples = np.zeros(HOP * 100)
    amplifier = on(samples)
    amplifier[HOP * 50 :] = False
    off = loudness(samples, amplifier, RATE_HZ).off
    assert np.flatnonzero(off)[0] == 69
    assert off[69:].all()
