"""Sound of the mixer's waves, envelopes, fades and repeats, measured in its samples."""

import itertools

import numpy as np
import pytest
from tests.unit.firmware.drivers.speaker_stage import LARGEST_STEP, MIDDLE
from tests.waveforms import coupled

from pingblock.sounds.mixer_host import HostMixer, render
from pingblock.tunes import sequencer
from pingblock.virtual.waveform import Waveform

RATE_HZ = 125e6 / 5670
TICK = 16
BLOCK = 128
STEADY = {"attack_ms": 0, "release_ms": 0, "sustain_pct": 100}
FADED = 32  # samples in which a sound fades in


def program(*rows, repeats=1, samples=None, every_ms=0, **instrument):
    recordings, places = sequencer.place_recordings(samples or {})
    words = {"rows": rows, "repeat_every_ms": every_ms} if every_ms else {"rows": rows}
    made = sequencer.compile_tune(words, {"it": {**STEADY, **instrument}}, places, repeats)
    return made, recordings


def sound(*rows, gain_q8=256, cap=MIDDLE, **words):
    """Returns the samples about the middle, from the first sample of the score on."""
    return render(*program(*rows, **words), gain_q8, cap)[BLOCK:].astype(int) - MIDDLE


def tone(wave, hz=1000, ms=300, pct=80, **words):
    return sound((0, "it", hz, ms, pct), wave=wave, **words)


def spectrum(samples):
    window = np.hanning(len(samples))
    return np.abs(np.fft.rfft(samples * window)), np.fft.rfftfreq(len(samples), 1 / RATE_HZ)


def pitch_hz(samples):
    level, hz = spectrum(samples)
    level[hz < 20] = 0
    return hz[level.argmax()]


def middle_of(samples, count=4096):
    return samples[1000 : 1000 + count]


@pytest.mark.parametrize("wave", ["pulse", "triangle", "sine"])
@pytest.mark.parametrize("hz", [110, 440, 1175, 4000])
def test_wave_has_its_pitch_and_full_height(wave, hz):
    heard = middle_of(tone(wave, hz))
    assert pitch_hz(heard) == pytest.approx(hz, abs=6)
    rounded = 8 / np.pi**2 if wave == "triangle" and hz > 1051 else 1  # only its first harmonic
    assert np.abs(heard).max() == pytest.approx(0.8 * rounded * MIDDLE, rel=0.03)


@pytest.mark.parametrize("gain_q8", [256, 14])
@pytest.mark.parametrize("turns", [37, 301])
@pytest.mark.parametrize("wave", ["pulse", "triangle", "sine", "formant"])
def test_wave_averages_to_the_middle_level(wave, turns, gain_q8):
    """The average is over whole turns, in each of which the samples are at other places."""
    shape = {"duty_pct": 15, "formant_hz": 2500}
    heard = tone(wave, RATE_HZ * turns / 5700, pct=80, gain_q8=gain_q8, ms=400, **shape)
    assert abs(heard[1000:6700].mean()) < 0.2


def wrong_below_2_khz(samples, hz):
    """Returns the RMS in counts of everything except the tone, below 2 kHz."""
    angle = 2 * np.pi * hz * np.arange(len(samples)) / RATE_HZ
    basis = np.column_stack([np.cos(angle), np.sin(angle), np.ones(len(samples))])
    left = samples - basis @ np.linalg.lstsq(basis, samples, rcond=None)[0]
    power = np.abs(np.fft.rfft(left) / len(left)) ** 2
    return np.sqrt(2 * power[np.arange(len(power)) * RATE_HZ / len(left) < 2000].sum())


@pytest.mark.parametrize("hz", [441.7, 1174.66])
def test_quiet_tone_is_purer_than_with_separate_rounding(hz):
    """At volume 1, a tone of 30 % has 8 counts of swing. Separate rounding makes it less pure."""
    heard = tone("sine", hz, ms=400, pct=30, gain_q8=14)[1000:7000]
    swing = 0.3 * MIDDLE * 14 / 256
    alone = np.round(swing * np.sin(2 * np.pi * hz * np.arange(6000) / RATE_HZ))
    assert wrong_below_2_khz(heard, hz) < 0.7 * wrong_below_2_khz(alone, hz)


@pytest.mark.parametrize("duty_pct", [15, 50, 75])
def test_pulse_has_two_levels_and_is_high_for_its_duty(duty_pct):
    heard = middle_of(tone("pulse", 100, duty_pct=duty_pct))
    assert 100 * np.mean(heard > 0) == pytest.approx(duty_pct, abs=2)
    levels = np.bincount(heard + MIDDLE)
    assert np.sort(levels)[-4:].sum() > 0.9 * len(heard), "each level is rounded to one of two"


def test_noise_is_flat_without_tones_and_darker_at_lower_pitch():
    level, hz = spectrum(middle_of(tone("noise", 11_000, ms=600), 8192))
    assert np.median(level[(hz > 500) & (hz < 2000)]) > 0.2 * np.median(level[hz > 3000])
    assert level.max() < 12 * np.median(level)
    low, hz = spectrum(middle_of(tone("noise", 1000)))
    high, _hz = spectrum(middle_of(tone("noise", 10_000)))
    assert (low * hz).sum() / low.sum() < 0.7 * (high * hz).sum() / high.sum()


def test_recording_plays_once_and_lasts_half_at_the_octave_above():
    def recorded(note, data):
        row = (0, "it", note, 100, 100)
        return sound(row, wave="sample", sample="hm", samples={"hm": ("A4", data)})

    heard = recorded("A4", bytes((100, 156)) * 200)
    assert np.abs(heard[FADED:398]).min() > 300
    assert set(heard[420:1500]) <= {0, -1}
    heard = recorded("A5", bytes((100,)) * 1000)
    assert np.flatnonzero(heard[:1900] > 100)[-1] == pytest.approx(500, abs=16)


def envelope_of(**instrument):
    """Returns the loudness, 0..1, at each tick of a note of 200 ms that is held for 100."""
    heard = np.abs(tone("pulse", 5, ms=100, pct=100, duty_pct=50, **instrument))[: 400 * TICK]
    return heard.reshape(-1, TICK).max(axis=1) / MIDDLE


def test_attack_rises_straight_and_early_release_falls_from_its_level():
    loud = envelope_of(attack_ms=50)
    assert loud[[34, 70]] == pytest.approx([0.5, 1], abs=0.03)
    assert np.ptp(np.diff(loud[2:60])) < 0.01
    loud = envelope_of(attack_ms=200, release_ms=30)
    assert loud[:215].max() == pytest.approx(0.5, abs=0.02)
    assert loud[200:215].max() < 0.01


@pytest.mark.parametrize(("curve", "half_way"), [("exponential", 0.1), ("straight", 0.5)])
def test_decay_falls_along_its_curve(curve, half_way):
    loud = envelope_of(decay_ms=80, sustain_pct=0, curve=curve)
    assert loud[55] == pytest.approx(half_way, abs=0.03)
    assert loud[115] < 0.012


def test_sustain_is_held_until_the_release():
    loud = envelope_of(decay_ms=20, sustain_pct=40, release_ms=30)
    assert loud[40:136] == pytest.approx(0.4, abs=0.02)
    assert loud[185:215].max() < 0.012


def test_slide_rises_through_the_pitches_and_ends_at_its_target():
    heard = sound((0, "it", 500, 300, 80, 1000), wave="sine", release_ms=300)
    pitches = [pitch_hz(heard[n : n + 1024]) for n in range(0, 6000, 1024)]
    assert pitches == sorted(pitches)
    assert pitches[0] == pytest.approx(540, abs=45)
    assert pitch_hz(heard[6700:8700]) == pytest.approx(1000, abs=15)


def test_voices_add_up():
    one = sound((0, "it", 300, 50, 20), wave="sine")
    three = sound(*((0, "it", 300, 50, 20) for _ in range(3)), wave="sine")
    assert np.abs(three - 3 * one)[: 8 * BLOCK].max() <= 3


@pytest.mark.parametrize(
    ("hz", "ms", "every_ms", "ticks"), [(1175, 200, 350, 483), (97, 34, 50, 69)]
)
def test_repeats_have_equal_samples_at_exact_intervals(hz, ms, every_ms, ticks):
    """Only the start of the first one differs, because it fades in."""
    row = (0, "it", hz, ms, 60)
    heard = sound(row, wave="sine", every_ms=every_ms, repeats=6, release_ms=1)
    period = ticks * TICK
    assert np.abs(heard[:period]).max() > 200
    for number in range(1, 6):
        again = heard[number * period : (number + 1) * period]
        assert (again[FADED:] == heard[FADED:period]).all()
        assert (again == heard[period : 2 * period]).all()


def test_volume_scales_the_samples():
    full = np.abs(tone("sine", pct=100)).max()
    for gain_q8 in (256, 128, 64, 14):
        heard = np.abs(tone("sine", pct=100, gain_q8=gain_q8))[: 10 * BLOCK]
        assert heard.max() == pytest.approx(full * gain_q8 / 256, abs=1.5)


def mixed(volume_at, blocks=60):
    """Mixes a long tone, setting the volume before the blocks that ``volume_at`` names."""
    mixer = HostMixer()
    mixer.set_volume(*volume_at.get(0, (256, MIDDLE)))
    made, _ = program((0, "it", 150, 5000, 90), wave="sine", attack_ms=5)
    out = [mixer.start(made)]
    for number in range(1, blocks):
        if number in volume_at:
            mixer.set_volume(*volume_at[number])
        out.append(mixer.mix()[1])
    return np.concatenate(out).astype(int)


@pytest.mark.parametrize("at", range(3, 12))
def test_mute_and_unmute_cause_no_jump_at_any_block(at):
    levels = mixed({at: (0, MIDDLE), at + 9: (256, MIDDLE)}, 30)
    muted = levels[(at + 2) * BLOCK : (at + 9) * BLOCK]
    assert (muted == 0).all()
    assert np.abs(np.diff(levels)).max() < LARGEST_STEP
    assert levels[-BLOCK:].max() > MIDDLE + 200


def test_sound_started_muted_continues_at_its_place_when_unmuted():
    heard = mixed({0: (0, MIDDLE), 20: (256, MIDDLE)})
    assert (heard[: 20 * BLOCK] == 0).all()
    assert (heard[22 * BLOCK :] == mixed({})[22 * BLOCK :]).all()


def test_volume_change_takes_effect_in_one_block_without_a_jump():
    levels = mixed({10: (64, MIDDLE), 20: (256, MIDDLE)})
    assert np.abs(levels[11 * BLOCK : 20 * BLOCK] - MIDDLE).max() < 110
    assert np.abs(np.diff(levels)).max() < LARGEST_STEP


def test_stop_fades_for_one_block_before_the_amplifier_goes_off():
    mixer = HostMixer()
    mixer.set_volume()
    made, _ = program((0, "it", 300, 5000, 90), wave="pulse")
    mixer.start(made)
    told = [mixer.mix()[0] for _ in range(10)]
    assert told == [0, 1] + [0] * 8, "on when the first block after the ramp sounds"
    mixer.stop()
    _, fading = mixer.mix()
    _, falling = mixer.mix()
    last = [mixer.mix() for _ in range(2)]
    assert abs(int(fading[-1]) - MIDDLE) <= 3
    assert falling[0] >= MIDDLE - 1
    assert falling[-1] == 0
    assert [number for number, _ in last] == [2, 3]
    assert all((block == 0).all() for _, block in last)


def test_mixer_state_words_other_than_slides_are_never_negative():
    mixer = HostMixer()
    mixer.set_volume()
    made, _ = program((0, "it", 900, 60, 90, 300), wave="triangle")
    mixer.start(made)
    slides = {24 + 32 * voice + 3 for voice in range(4)}  # these are only added
    for _ in range(30):
        mixer.mix()
        assert all(
            word >= 0 or n in slides for n, word in itertools.islice(enumerate(mixer.state), 280)
        )


def test_bias_settles_before_the_amplifier_goes_on():
    """The amplifier then has a thump of less than -50 dB of full level (345 us: the circuit)."""
    mixer = HostMixer()
    mixer.set_volume()
    begins = mixer.start(program((0, "it", "C5", 50, 50), wave="sine")[0])
    bias = np.concatenate(([0], begins, [MIDDLE] * 600)) / 945
    assert 0 < bias[1] <= 1 / 945
    assert np.max(np.abs(np.diff(bias))) < 0.026
    assert np.all(bias[33:] == bias[33])
    period_us = 1e6 / RATE_HZ
    times_us = np.arange(len(bias)) * period_us
    left = 2 * np.abs(coupled(Waveform(times_us, bias), 345.0))
    on = round((128 * period_us + 240) / period_us)
    assert left[:on].max() > 0.3
    assert 20 * np.log10(left[on:].max()) < -50
