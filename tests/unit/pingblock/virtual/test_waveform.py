import numpy as np
import pytest
from tests.waveforms import coupled, max_step_outside_tone, peak, silent_after

from pingblock.virtual.waveform import Waveform

SAMPLE_US = 45.36
RAMP = np.linspace(0.0, 0.5, 128)


def waveform(*pieces, start_us=10_000.0):
    levels = np.concatenate(pieces)
    return Waveform(start_us + np.arange(len(levels)) * SAMPLE_US, levels)


def tone(hz=988.0, swing=0.2, ms=100.0, fade=True):
    at_s = np.arange(round(ms * 1000 / SAMPLE_US)) * SAMPLE_US / 1e6
    envelope = np.minimum(1, np.minimum(at_s, at_s[-1] - at_s) / 0.005) if fade else 1.0
    return 0.5 + swing * envelope * np.sign(np.sin(2 * np.pi * hz * at_s + 0.1))


@pytest.fixture
def clean():
    return waveform(RAMP, tone(), RAMP[::-1])


def test_resampling_keeps_each_level_until_next_change():
    steps = Waveform(np.array([100.0, 300.0]), np.array([0.5, 0.25]))
    assert steps.resampled(10_000, 0, 5).tolist() == [0.0, 0.5, 0.5, 0.25, 0.25]


def test_empty_waveform_is_silent_without_peak_or_step():
    nothing = Waveform(np.zeros(0), np.zeros(0))
    assert nothing.resampled(10_000, 0, 3).tolist() == [0, 0, 0]
    assert (peak(nothing), max_step_outside_tone(nothing)) == (0.0, 0.0)
    assert peak(waveform(np.zeros(100))) == 0.0


def test_peak_is_largest_swing_without_ramps(clean):
    assert peak(clean) == pytest.approx(0.4)
    both = waveform(clean.levels, np.zeros(2000), RAMP, tone(swing=0.3), RAMP[::-1])
    assert peak(both) == pytest.approx(0.6)
    low = waveform(RAMP, np.full(100, 0.5), np.full(10, 0.1), np.full(100, 0.5), RAMP[::-1])
    assert peak(low) == pytest.approx(0.8), "below the middle"


def test_clean_sound_has_only_the_steps_of_its_ramps(clean):
    assert max_step_outside_tone(clean) == pytest.approx(0.5 / 127, rel=0.01)


def test_missing_ramps_and_bias_jump_count_as_steps():
    assert max_step_outside_tone(waveform(tone(), RAMP[::-1])) >= 0.49
    assert max_step_outside_tone(waveform(RAMP, tone(fade=False), np.zeros(500))) >= 0.29
    jump = waveform(RAMP, np.full(1000, 0.5), np.full(1000, 0.6), np.linspace(0.6, 0, 200))
    assert max_step_outside_tone(jump) == pytest.approx(0.1)


def test_low_tone_is_not_counted_as_steps():
    low = waveform(RAMP, tone(hz=60.0, ms=200.0), RAMP[::-1])
    assert max_step_outside_tone(low) < 0.05


def test_silence_is_measured_from_end_of_requested_sound(clean):
    followed = waveform(clean.levels, np.zeros(2000), clean.levels)
    for sound in (clean, followed):
        end_ms = clean.times_us[-1] / 1000
        assert silent_after(sound, 50.0) == pytest.approx(end_ms - 50.0, abs=0.1)
    assert silent_after(clean, 500.0) == 0.0
    assert silent_after(waveform(tone(), start_us=900_000.0), 100.0) == 0.0


def test_capacitor_passes_fast_changes_and_blocks_slow_ones():
    fast = waveform(np.full(2000, 0.5), tone(ms=50.0, fade=False))
    assert np.abs(coupled(fast, 10_000.0)[2000:]).mean() == pytest.approx(0.2, rel=0.05)
    assert np.abs(coupled(fast, 10_000.0)[:2000]).max() < 1e-6
    slow = waveform(np.full(2000, 0.5), np.linspace(0.5, 1.0, 22_000))
    assert np.abs(coupled(slow, 10_000.0)).max() < 0.01


def test_step_after_capacitor_decays_with_its_time_constant():
    step = coupled(waveform(np.zeros(10), np.full(2000, 0.5)), 10_000.0)
    after = round(10_000 / SAMPLE_US)
    assert step[10] == pytest.approx(0.5)
    assert step[10 + after] == pytest.approx(0.5 / np.e, rel=0.01)


def test_capacitor_is_settled_after_hours():
    steps = Waveform(np.array([0.0, 1e10, 1e10 + 50.0]), np.array([0.5, 0.5, 0.75]))
    assert coupled(steps, 10_000.0).tolist() == pytest.approx([0.0, 0.0, 0.25])


def test_waveform_can_be_cut_at_both_ends(clean):
    cut = clean.between(15_000.0, 20_000.0)
    assert len(cut.levels) == len(cut.times_us)
    assert 15_000.0 - SAMPLE_US < cut.times_us[0] <= 15_000.0
    assert 20_000.0 - SAMPLE_US < cut.times_us[-1] <= 20_000.0
