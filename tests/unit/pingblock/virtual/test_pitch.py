import numpy as np
import pytest

from pingblock.virtual.parts.speaker import high_pass
from pingblock.virtual.pitch import pitch_hz

RATE_HZ = 22_050


def tone(hz, ms=60, shape=np.sin):
    return shape(2 * np.pi * hz * np.arange(RATE_HZ * ms // 1000) / RATE_HZ)


def square(phase):
    return np.sign(np.sin(phase))


def through_speaker(hz):
    played = np.convolve(tone(hz, 200, square), high_pass(RATE_HZ))
    return played[500 : 500 + 1323]


@pytest.mark.parametrize("hz", [262.0, 440.0, 988.0, 1319.0, 2637.0])
def test_sine_pitch_is_exact_within_a_tenth_percent(hz):
    assert pitch_hz(tone(hz), RATE_HZ) == pytest.approx(hz, rel=0.001)


@pytest.mark.parametrize("hz", [90.0, 110.0, 147.0, 220.0, 988.0])
def test_low_square_wave_keeps_its_pitch_through_speaker(hz):
    assert pitch_hz(through_speaker(hz), RATE_HZ) == pytest.approx(hz, rel=0.01)


def test_strongest_of_two_tones_wins():
    assert pitch_hz(tone(500) + 2 * tone(1500), RATE_HZ) == pytest.approx(1500, rel=0.005)
    assert pitch_hz(2 * tone(500) + tone(1500), RATE_HZ) == pytest.approx(500, rel=0.005)


def test_silence_and_infrasonic_tone_have_no_pitch():
    assert pitch_hz(np.zeros(1000), RATE_HZ) == 0.0
    played = np.convolve(tone(20, 300) + 0.2 * tone(700, 300), high_pass(RATE_HZ))
    assert pitch_hz(played[2000 : 2000 + 1323], RATE_HZ) == pytest.approx(700, rel=0.005)
