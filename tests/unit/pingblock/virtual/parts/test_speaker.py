import numpy as np
import pytest
from tests.waveforms import max_click, max_step_outside_tone, passed_silent_after

from pingblock.virtual.parts.speaker import (
    AMP_FULL_SINE_MW,
    AMP_IDLE_MW,
    SpeakerModel,
    high_pass,
)

RATE_HZ = 22_050
PERIOD_US = 50.0
TOP = 999


def codes(levels):
    return np.round(np.asarray(levels) * (TOP + 1)).astype(np.uint16)


def sine(hz, swing, ms):
    at_s = np.arange(round(ms * 1000 / PERIOD_US)) * PERIOD_US / 1e6
    return codes(0.5 + swing / 2 * np.sin(2 * np.pi * hz * at_s))


@pytest.fixture
def speaker():
    made = SpeakerModel()
    made.amplifier(0.0, True)
    return made


def rms(samples):
    return float(np.sqrt(np.mean(samples * samples)))


def test_levels_are_shares_of_top_plus_one(speaker):
    speaker.write(1000.0, PERIOD_US, np.array([0, 500, 1000], np.uint16), TOP)
    steps = speaker.waveform()
    assert steps.times_us.tolist() == [1000.0, 1050.0, 1100.0]
    assert steps.levels.tolist() == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(
    ("second", "times_us", "levels"),
    [
        ((120.0, PERIOD_US, [0.0]), [0.0, 50.0, 100.0, 120.0], [0.1, 0.2, 0.3, 0.0]),
        ((0.0, PERIOD_US, [0.7]), [0.0], [0.7]),
        ((150.0, 0.0, [0.8]), [0.0, 50.0, 100.0, 150.0], [0.1, 0.2, 0.3, 0.8]),
        ((0.0, PERIOD_US, []), [0.0, 50.0, 100.0, 150.0], [0.1, 0.2, 0.3, 0.4]),
    ],
    ids=["cuts off what was to come", "replaces the block", "a single write", "nothing"],
)
def test_later_write_replaces_samples_from_its_time(speaker, second, times_us, levels):
    speaker.write(0.0, PERIOD_US, codes([0.1, 0.2, 0.3, 0.4]), TOP)
    at_us, period_us, written = second
    speaker.write(at_us, period_us, codes(written), TOP)
    assert speaker.waveform().times_us.tolist() == times_us
    assert speaker.waveform().levels.tolist() == levels


def test_last_of_simultaneous_single_writes_remains(speaker):
    speaker.write(100.0, 0.0, codes([0.1]), TOP)
    speaker.write(100.0, 0.0, codes([0.2]), TOP)
    assert speaker.waveform().levels.tolist() == [0.2]


def test_empty_write_leaves_speaker_idle(speaker):
    speaker.write(0.0, PERIOD_US, codes([]), TOP)
    assert (speaker.idle, speaker.last_us) == (True, 0.0)


@pytest.mark.parametrize(
    ("window_us", "times_us", "levels"),
    [
        ((70.0, 160.0), [50.0, 100.0, 150.0], [0.2, 0.3, 0.4]),
        ((1500.0, 1900.0), [1000.0], [0.6]),
        ((500.0, 1000.0), [200.0, 1000.0], [0.5, 0.6]),
    ],
    ids=["cuts a block at both ends", "brings the level that held", "ends with a level"],
)
def test_waveform_window_has_its_levels(speaker, window_us, times_us, levels):
    speaker.write(0.0, PERIOD_US, codes([0.1, 0.2, 0.3, 0.4, 0.5]), TOP)
    speaker.write(1000.0, PERIOD_US, codes([0.6]), TOP)
    speaker.write(2000.0, PERIOD_US, codes([0.7]), TOP)
    steps = speaker.waveform(*window_us)
    assert (steps.times_us.tolist(), steps.levels.tolist()) == (times_us, levels)


def test_level_is_still_until_next_recorded_change(speaker):
    assert speaker.still_until_us(0.0) == np.inf
    speaker.write(1000.0, PERIOD_US, codes([0.1, 0.2, 0.3]), TOP)
    speaker.write(5000.0, PERIOD_US, codes([0.5]), TOP)
    asked_us = (0.0, 999.0, 1000.0, 1099.0, 1100.0, 4999.0, 5000.0)
    still_us = [speaker.still_until_us(at_us) for at_us in asked_us]
    assert still_us == [1000.0, 1000.0, 1000.0, 1099.0, 5000.0, 5000.0, np.inf]


def test_audible_tone_keeps_its_level_and_infrasonic_tone_is_silent(speaker):
    part = RATE_HZ, RATE_HZ // 10, RATE_HZ * 4 // 10
    speaker.write(0.0, PERIOD_US, sine(1000, 0.5, 500), TOP)
    assert rms(speaker.heard(*part)) == pytest.approx(0.5 / np.sqrt(2), rel=0.02)
    speaker.write(0.0, PERIOD_US, sine(20, 1.0, 500), TOP)  # the rest is rounding
    assert 20 * np.log10(rms(speaker.heard(*part))) < -55


def test_tone_is_silent_while_amplifier_is_off(speaker):
    speaker.amplifier(200_000.0, False)
    speaker.write(0.0, PERIOD_US, sine(1000, 0.5, 500), TOP)
    heard = speaker.heard(RATE_HZ, 0, RATE_HZ // 2)
    edge = round(0.2 * RATE_HZ) + 1
    assert rms(heard[edge // 2 : edge - 5]) > 0.3
    assert np.max(np.abs(heard[edge + RATE_HZ // 50 :])) < 1e-3  # the filter's own response


def test_bias_ramp_before_the_amplifier_is_not_a_thump():
    ramp = codes(np.concatenate((np.linspace(0, 0.5, 32), np.full(90, 0.5))))
    loudest = []
    for on_us in (0.0, 122 * PERIOD_US):
        speaker = SpeakerModel()
        speaker.amplifier(on_us, True)
        speaker.write(0.0, PERIOD_US, ramp, TOP)
        loudest.append(np.max(np.abs(speaker.heard(RATE_HZ, 0, 2000))))
        assert (speaker.power_mw(3000.0) > AMP_IDLE_MW + 1) == (on_us == 0.0)
    assert loudest[0] > 0.02
    assert loudest[1] < 0.005


def test_tone_keeps_its_level_when_amplifier_starts_after_ramp():
    ramp, tone = codes(np.linspace(0, 0.5, 120)), sine(1000, 0.5, 300)
    speaker = SpeakerModel()
    speaker.amplifier(120 * PERIOD_US, True)
    speaker.write(0.0, PERIOD_US, np.concatenate((ramp, tone)), TOP)
    assert not np.any(speaker.heard(RATE_HZ, 0, 120)), "the amplifier is off at first"
    heard = speaker.heard(RATE_HZ, RATE_HZ // 20, RATE_HZ // 5)
    assert rms(heard) == pytest.approx(0.5 / np.sqrt(2), rel=0.02)


def test_consecutive_heard_pieces_equal_the_whole(speaker):
    speaker.write(0.0, PERIOD_US, sine(300, 0.5, 800), TOP)
    whole = speaker.heard(RATE_HZ, 0, 15_000)
    pieces = [speaker.heard(RATE_HZ, at, at + 1000) for at in range(0, 15_000, 1000)]
    assert np.allclose(whole, np.concatenate(pieces), atol=1e-5)


def test_high_pass_has_its_gain_and_decays_within_its_length():
    response = high_pass(RATE_HZ)
    assert np.max(np.abs(response[-20:])) < 1e-5
    assert abs(response.sum()) < 1e-4
    gain = np.abs(np.fft.rfft(response, RATE_HZ))
    assert 20 * np.log10(gain[150]) == pytest.approx(-3.0, abs=0.2)
    assert 20 * np.log10(gain[75]) == pytest.approx(-36.1, abs=0.5)


def test_full_sine_takes_power_only_while_amplifier_is_on(speaker):
    speaker.write(0.0, PERIOD_US, sine(1000, 1.0, 100), TOP)
    assert speaker.power_mw(50_000.0) == pytest.approx(
        AMP_IDLE_MW + 0.95 * AMP_FULL_SINE_MW, rel=0.02
    )
    speaker.amplifier(60_000.0, False)
    assert speaker.power_mw(70_000.0) == 0.0
    assert speaker.power_mw(50_000.0) > 0.9 * AMP_FULL_SINE_MW


def test_bias_ramp_power_rises_gradually_and_silence_takes_idle_power(speaker):
    speaker.write(0.0, PERIOD_US, codes(np.linspace(0, 0.5, 120)), TOP)
    assert speaker.power_mw(500.0) < AMP_IDLE_MW + 2
    assert speaker.power_mw(6000.0) > AMP_IDLE_MW + 1
    assert speaker.power_mw(90_000.0) == AMP_IDLE_MW


def test_power_does_not_depend_on_later_samples(speaker):
    speaker.write(0.0, PERIOD_US, sine(1000, 1.0, 100), TOP)
    before = speaker.power_mw(50_000.0)
    speaker.write(60_000.0, PERIOD_US, codes([0.5] * 100), TOP)
    assert speaker.power_mw(50_000.0) == before


def test_silence_ends_sound_and_switches_amplifier_off(speaker):
    speaker.write(0.0, PERIOD_US, sine(1000, 1.0, 100), TOP)
    speaker.silence(20_000.0)
    assert (speaker.idle, speaker.last_us) == (True, 20_000.0)
    assert not speaker.amplifier_on(RATE_HZ, 600, 601)[0]


def test_click_counts_while_the_amplifier_is_on(speaker):
    speaker.write(0.0, PERIOD_US, codes([0.5] * 100 + [0.0] * 100), TOP)
    assert max_click(speaker) == pytest.approx(0.5)


def test_step_while_amplifier_is_off_is_not_a_click(speaker):
    speaker.write(0.0, PERIOD_US, codes(np.arange(51) / 100), TOP)
    speaker.amplifier(3000.0, False)
    speaker.write(3000.0, PERIOD_US, codes([0.0]), TOP)
    assert max_step_outside_tone(speaker.waveform()) == pytest.approx(0.5)
    assert max_click(speaker) == 0.0  # small steps are not clicks


def test_silence_begins_after_last_amplified_change(speaker):
    speaker.write(0.0, PERIOD_US, codes([0.4, 0.6] * 50 + [0.5] * 100), TOP)
    speaker.amplifier(150 * PERIOD_US, False)
    speaker.write(160 * PERIOD_US, PERIOD_US, codes(np.linspace(0.5, 0, 100)), TOP)
    assert passed_silent_after(speaker, 0.0) == pytest.approx(100 * PERIOD_US / 1000, abs=0.1)


def test_forget_keeps_later_sound_and_amplifier_state(speaker):
    for at_us in (0.0, 100_000.0, 200_000.0):
        speaker.write(at_us, PERIOD_US, sine(1000, 0.5, 90), TOP)
    speaker.amplifier(150_000.0, False)
    speaker.amplifier(190_000.0, True)
    later, power_mw = speaker.waveform(200_000.0), speaker.power_mw(260_000.0)
    speaker.forget(250_000.0)
    assert speaker.waveform().times_us[0] == 200_000.0
    assert np.array_equal(speaker.waveform(200_000.0).levels, later.levels)
    assert speaker.power_mw(260_000.0) == power_mw > AMP_IDLE_MW
    speaker.forget(1e9)
    assert len(speaker.waveform().levels) == len(later.levels)


def test_forget_without_recorded_sound_is_harmless():
    speaker = SpeakerModel()
    speaker.forget(1e6)
    assert speaker.idle
    assert speaker.power_mw(2e6) == 0.0
