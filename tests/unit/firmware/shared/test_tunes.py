"""Every tune as a listener hears it: pings can be counted, the four families are distinct, and
there are no clicks.

Source: QB-R2, QB-R3, QB-R7, QB-R8 of the Question Block's specification.
"""

import functools
import itertools

import numpy as np
import pytest
from tests.tunes import render_tune
from tests.waveforms import max_step_outside_tone

from pingblock.sounds import tables
from pingblock.sounds.mixer_host import SAMPLE_RATE_HZ, HostMixer
from pingblock.sounds.tunes import needed
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS
from pingblock.virtual.heard import End, Onset, listen
from pingblock.virtual.parts.speaker import SpeakerModel, high_pass
from pingware.games.block.outcomes import FAMILIES
from pingware.shared.light_show import EVERY_MS

RATE_HZ = 22_050
PERIOD_US = 1e6 / SAMPLE_RATE_HZ
FADE_IN_MS = 5.8

SMALL_SPEAKER_HZ = 350  # lowest frequency of a 40 mm speaker
FAST_MS = 125  # an ear averages loudness over about this time
OUTCOMES = [family.tune for family in FAMILIES]


@functools.cache
def speaker_with(name: str, repeats: int = 1) -> tuple[SpeakerModel, float]:
    """Returns a speaker that was fed with the tune, and the tune's length in ms."""
    levels = render_tune(name, repeats)
    speaker = SpeakerModel()
    speaker.amplifier(0, True)
    speaker.write(0, PERIOD_US, levels, 944)
    return speaker, len(levels) * PERIOD_US / 1000


@functools.cache
def sound(name: str, repeats: int = 1) -> np.ndarray:
    speaker, length_ms = speaker_with(name, repeats)
    return speaker.heard(RATE_HZ, 0, int((length_ms + 600) * RATE_HZ / 1000))


@functools.cache
def features(name: str, repeats: int = 1) -> list:
    return listen(sound(name, repeats), None, RATE_HZ)


def onsets(name: str, repeats: int = 1) -> list[Onset]:
    return [feature for feature in features(name, repeats) if isinstance(feature, Onset)]


def rms_db(samples: np.ndarray) -> np.ndarray:
    """Returns the level of each 5 ms, 0 dB = a full-scale sine."""
    window = RATE_HZ * 5 // 1000
    whole = samples[: len(samples) // window * window].reshape(-1, window)
    return 10 * np.log10(2 * np.mean(whole**2, axis=1) + 1e-12)


def fundamental_hz(name: str, at_ms: float, most_hz: int = 1500) -> float:
    """Returns how often the sound repeats itself in the 40 ms from ``at_ms`` on, 80 or more.

    An ear hears this as the pitch of a voice, even if the fundamental frequency is missing.
    """
    start = int(at_ms * RATE_HZ / 1000)
    piece = sound(name)[start : start + RATE_HZ * 40 // 1000]
    alike = np.correlate(piece, piece, "full")[len(piece) - 1 :] / np.arange(len(piece), 0, -1)
    lags = np.arange(RATE_HZ // most_hz, RATE_HZ // 80)
    tops = lags[(alike[lags] >= alike[lags - 1]) & (alike[lags] > alike[lags + 1])]
    return RATE_HZ / float(tops[alike[tops] > 0.8 * alike[tops].max()][0])


def share(name: str, low_hz: float, high_hz: float) -> float:
    """Returns a band's share of the energy at the speaker's pin, 0..1."""
    levels = speaker_with(name)[0].waveform().levels[128:-640]
    power = np.abs(np.fft.rfft(levels - levels.mean())) ** 2
    hz = np.arange(len(power)) * SAMPLE_RATE_HZ / len(levels)
    return float(power[(hz >= low_hz) & (hz < high_hz)].sum() / power.sum())


def a_weighted(samples: np.ndarray) -> np.ndarray:
    """Returns samples weighted as an ear weighs soft sounds (IEC 61672, curve A)."""
    square = np.fft.rfftfreq(len(samples), 1 / RATE_HZ) ** 2
    poles = (square + 20.6**2) * (square + 12_194**2)
    poles *= np.sqrt((square + 107.7**2) * (square + 737.9**2))
    return np.fft.irfft(np.fft.rfft(samples) * 1.259 * 12_194**2 * square**2 / poles, len(samples))


def loudness_db(name: str, weighted: bool = False) -> float:
    """Returns the loudest 125 ms from a 40 mm speaker, 0 dB = a full-scale sine."""
    heard = np.convolve(sound(name), high_pass(RATE_HZ, SMALL_SPEAKER_HZ))
    heard = a_weighted(heard) if weighted else heard
    window = RATE_HZ * FAST_MS // 1000
    energy = np.cumsum(np.concatenate(([0.0], heard * heard)))
    return float(10 * np.log10(2 * (energy[window:] - energy[:-window]).max() / window))


def gaps_ms(name: str, repeats: int = 1) -> np.ndarray:
    return np.diff([onset.at_ms for onset in onsets(name, repeats)])


@pytest.mark.parametrize("name", sorted(needed()))
def test_no_tune_clicks(name):
    speaker, _ = speaker_with(name)
    assert max_step_outside_tone(speaker.waveform()) <= 0.05


def test_no_tune_is_loud_already_when_the_amplifier_comes_on() -> None:
    """0.3 ms after the start of the second block, a step of 8 of 472 counts is not audible."""
    for name, tune in tables.tunes().items():
        mixer = HostMixer()
        mixer.set_volume()
        mixer.start(sequencer.compile_tune(tune, INSTRUMENTS, {}))
        begin = mixer.mix()[1].astype(int)[:9]
        assert np.abs(begin - 472).max() <= 8, name


def test_counted_tunes_repeat_with_the_flashes_of_the_light():
    found = tables.tunes()
    every = {name: found[name]["repeat_every_ms"] for name in found if len(found[name]) > 1}
    assert every.keys() >= {"beeps", "die_1", "die_2", "ping"}
    assert set(every.values()) == {EVERY_MS}


@pytest.mark.parametrize("count", range(1, 7))
def test_tune_has_as_many_pings_as_requested(count):
    assert len(onsets("ping", count)) == count


def test_pings_are_high_with_equal_pace_pitch_and_level():
    heard = onsets("ping", 6)
    assert gaps_ms("ping", 6) == pytest.approx(350.6, abs=2)
    assert np.ptp([onset.hz for onset in heard]) < 3
    assert np.ptp([onset.level_db for onset in heard]) < 0.3
    assert 988 <= heard[0].hz <= 1319


def test_ping_ends_well_before_the_next_one():
    level = rms_db(sound("ping", 2))
    first, second = (int(onset.at_ms / 5) for onset in onsets("ping", 2))
    before_next = level[second - 8 : second - 1].max()
    assert level[first : first + 4].max() - before_next >= 40
    audible = np.flatnonzero(level[:second] > -50)
    assert (audible[-1] - audible[0]) * 5 < 300


def test_power_up_rises_through_its_notes_and_ends_high():
    pitches = [onset.hz for onset in onsets("power_up")]
    assert len(pitches) >= 6
    assert pitches == sorted(pitches)
    assert pitches[-1] / pitches[0] > 3
    assert gaps_ms("power_up").max() < 200
    assert 1000 <= speaker_with("power_up")[1] <= 1500


def test_coin_has_two_notes_a_fifth_apart_with_longer_second():
    levels = speaker_with("ping")[0].waveform().levels[128:] - 0.5
    first, second = levels[:900], levels[1000:5000]
    hz = [np.abs(np.fft.rfft(piece, 65_536)).argmax() / 65_536 for piece in (first, second)]
    assert hz[1] / hz[0] == pytest.approx(1.5, rel=0.01)
    level = rms_db(sound("ping"))
    loud = np.flatnonzero(level > level.max() - 20)
    assert 120 <= (loud[-1] - loud[0]) * 5 - 45 <= 250, "the first note takes 45 ms of it"


def test_laugh_is_a_series_of_ha_sounds_each_lower():
    voices = [fundamental_hz("laugh", onset.at_ms + 10) for onset in onsets("laugh")]
    assert len(voices) == 6
    assert all(low < 0.97 * high for high, low in itertools.pairwise(voices))
    assert 200 < voices[0] < 230
    assert 180 <= gaps_ms("laugh").min() <= gaps_ms("laugh").max() <= 220


def test_laugh_has_the_formants_of_an_open_vowel():
    """Two peaks at about 700 and 1200 Hz, a valley between, and little energy elsewhere."""
    hill, valley, second = (
        share("laugh", *band) for band in ((600, 800), (900, 1000), (1100, 1300))
    )
    assert hill / 200 > 2 * valley / 100
    assert second / 200 > 1.2 * valley / 100
    assert share("laugh", 400, 3400) >= 0.6
    assert share("laugh", 0, 300) < 0.1


@pytest.mark.parametrize("nth", range(6))
def test_each_ha_has_a_breath_before_it(nth):
    """The hiss above 4 kHz, where the vowel has no energy, is the only sound before the vowel."""
    ha = onsets("laugh")[nth].at_ms
    start = int((ha - 28) * RATE_HZ / 1000)
    before = sound("laugh")[start : start + RATE_HZ // 50]
    after = sound("laugh")[start + RATE_HZ // 20 : start + RATE_HZ // 20 + len(before)]
    assert np.sum(before**2) > 0.003 * np.sum(after**2), "audible, 25 dB below the voice"
    hiss = []
    for piece in (before, after):
        power = np.abs(np.fft.rfft(piece * np.hanning(len(piece)))) ** 2
        hiss.append(power[len(power) * 4 // 11 :].sum() / power.sum())
    assert hiss[0] > 0.25
    assert hiss[1] < 0.02


def test_each_ha_of_the_laugh_fades_before_the_next():
    level = rms_db(sound("laugh"))
    for before, after in zip(onsets("laugh")[:-1], onsets("laugh")[1:], strict=True):
        first, second = int(before.at_ms / 5), int(after.at_ms / 5)
        assert level[first : first + 10].max() - level[first:second].min() >= 12


def test_game_over_tune_is_slow_and_falls():
    pitches = [onset.hz for onset in onsets("game_over")]
    assert pitches == sorted(pitches, reverse=True)
    assert 4 <= len(pitches) <= 6
    assert gaps_ms("game_over").min() >= 380
    assert 2300 <= speaker_with("game_over")[1] <= 3100


def test_game_over_tune_ends_with_a_slide_down():
    start = int((FADE_IN_MS + 1900) * RATE_HZ / 1000)
    length = RATE_HZ // 10
    pitches = []
    for n in range(7):
        piece = sound("game_over")[start + n * length : start + (n + 1) * length]
        level = np.abs(np.fft.rfft(piece * np.hanning(length)))
        pitches.append(level.argmax() * 10)
    assert pitches == sorted(pitches, reverse=True)
    assert pitches[0] > 1.6 * pitches[-1]


def told_apart(name: str, repeats: int = 1) -> tuple:
    """Returns the features that an ear uses: whether it is a voice, its direction, its speed."""
    heard = onsets(name, repeats)
    direction = np.sign(round(np.log2(heard[-1].hz / heard[0].hz), 1))
    gaps = gaps_ms(name, repeats)
    pace = "slow" if gaps.min() > 380 else "quick" if gaps.max() < 210 else "between"
    vowel = heard[0].hz > 2.5 * fundamental_hz(name, heard[0].at_ms + 10)
    return (vowel, float(direction), pace)


def test_four_families_differ_in_voice_direction_or_pace():
    families = [told_apart(name, 3 if name == "ping" else 1) for name in OUTCOMES]
    assert len(set(families)) == len(OUTCOMES)


def test_all_outcomes_are_about_equally_loud():
    loudest = [max(onset.level_db for onset in onsets(name)) for name in OUTCOMES]
    assert np.ptp(loudest) <= 3
    assert min(loudest) > -7
    assert np.ptp([loudness_db(name) for name in OUTCOMES]) <= 3


def test_self_test_pings_softly_warning_chirps_low_and_goodbye_falls():
    (soft,), (ping,) = onsets("self_test"), onsets("ping")
    assert soft.hz == pytest.approx(ping.hz, abs=3)
    assert soft.level_db < ping.level_db - 5
    assert [250 < onset.hz < 500 for onset in onsets("warn_battery")] == [True, True]
    assert speaker_with("warn_battery")[1] < 700
    first, second = onsets("goodbye")
    assert second.hz < first.hz


@pytest.mark.parametrize(("name", "steps"), [("good", 3), ("fair", 2), ("replace_soon", 1)])
def test_battery_verdict_has_a_countable_number_of_rising_notes(name, steps):
    pitches = [onset.hz for onset in onsets(name)]
    assert len(pitches) == steps
    assert pitches == sorted(pitches)
    assert 500 < pitches[0] < 550


def test_verdict_stop_is_one_low_falling_buzz():
    (buzz,) = onsets("stop")
    assert 140 < fundamental_hz("stop", buzz.at_ms, 300) < 200
    assert 95 < fundamental_hz("stop", buzz.at_ms + 240, 300) < 140


@pytest.mark.parametrize(("name", "energy", "db"), [("goodbye", 440, -6.5), ("stop", 222, -10)])
def test_goodbye_and_stop_use_little_energy_and_suit_small_speakers(name, energy, db):
    """They play at the lowest volume, and need at most as much as two earlier tunes in a low band.

    Those had -11.2 and -16.2 dB.
    """
    swing = 2 * speaker_with(name)[0].waveform().levels[128:-640] - 1
    assert np.sum(swing**2) <= 1.03 * energy
    assert share(name, 800, 4000) > 0.9
    assert loudness_db(name, weighted=True) >= db


def test_ratchet_has_a_clear_pitch_of_1480_hz():
    """Without it, its pitch was that of the lowest sound in its hiss."""
    (ratchet,) = onsets("ratchet")
    assert ratchet.hz == pytest.approx(1480, rel=0.01)
    start = int(ratchet.at_ms * RATE_HZ / 1000)
    piece = sound("ratchet")[start : start + RATE_HZ * 60 // 1000]
    level = np.abs(np.fft.rfft(piece * np.hanning(len(piece)), 8192))
    hz = np.arange(len(level)) * RATE_HZ / 8192
    others = level[(hz < 1400) | (hz > 1560)]
    assert level.max() > 2.5 * others.max()


def test_nothing_yet_tune_is_shorter_and_lower_than_a_ping():
    level = rms_db(sound("nothing_yet"))
    assert np.sum(level > -40) * 5 < 120
    assert all(onset.hz < 700 for onset in onsets("nothing_yet"))


@pytest.mark.parametrize("name", sorted(needed() - {"nothing_yet"}))
def test_every_sound_has_one_end(name):
    assert sum(isinstance(feature, End) for feature in features(name)) == 1
    assert isinstance(features(name)[-1], End)
