"""Signal to noise and distortion of signals whose value is known."""

import numpy as np
import pytest
from tests.bench.sinad import held, sinad_db

from pingblock.virtual.waveform import Waveform

RATE_HZ = 48_000.0


def tone(hz, level=1.0):
    return level * np.sin(2 * np.pi * hz * np.arange(int(RATE_HZ)) / RATE_HZ)


@pytest.mark.parametrize("level_db", [-30, -60, -80])
def test_a_harmonic_of_known_level_gives_its_distance(level_db):
    signal = 0.5 + tone(1000) + tone(3000, 10 ** (level_db / 20))
    assert sinad_db(signal, RATE_HZ, 1000) == pytest.approx(-level_db, abs=0.2)


def test_noise_counts_with_all_its_power_in_the_band():
    noise = np.random.default_rng(1).normal(0, 0.001, int(RATE_HZ))
    in_band = 10 * np.log10(0.5 / (1e-6 * 11_000 / (RATE_HZ / 2)))
    assert sinad_db(tone(1000) + noise, RATE_HZ, 1000) == pytest.approx(in_band, abs=0.3)


def test_what_nobody_hears_does_not_count():
    signal = tone(1000) + tone(15_000, 0.3) + tone(5, 0.3)
    assert sinad_db(signal, RATE_HZ, 1000) > 80


def test_a_pure_tone_elsewhere_is_no_good_tone():
    assert sinad_db(tone(1100) + tone(1000, 0.001), RATE_HZ, 1000) < -40


def test_a_tone_a_few_hertz_off_is_still_the_tone():
    assert sinad_db(tone(1003), RATE_HZ, 1000) > 80


def test_levels_hold_until_the_next():
    wave = Waveform(np.array([0.0, 10.0, 30.0]), np.array([0.1, 0.2, 0.3]))
    assert held(wave, 100_000, 5.0, 4).tolist() == [0.1, 0.2, 0.2, 0.3]
