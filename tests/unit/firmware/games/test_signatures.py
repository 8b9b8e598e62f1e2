"""An ear can distinguish the sounds of dice and cards. They are equally loud and do not click.

Two sounds are distinct if their ``likeness.distance`` is ``TOLD_APART`` or more. The same sound at
another volume, or with noise, is below ``SAME``.
"""

import functools
from array import array
from itertools import combinations, pairwise

import numpy as np
import pytest
from tests.unit.firmware.games.likeness import RATE_HZ, SMALL_SPEAKER_HZ, distance, features
from tests.waveforms import max_step_outside_tone

from pingblock.sounds import hearing, mixer_host, tables
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS
from pingblock.tunes.tune_files import tunes_of
from pingblock.virtual.heard import Onset, listen
from pingblock.virtual.parts.speaker import SpeakerModel, high_pass
from pingware.games.fortune import turns
from pingware.games.fortune.options import CARDS
from pingware.games.fortune.play import FortuneCards
from pingware.games.storm_dice.play import StormDice
from pingware.games.storm_dice.rules import ACTIONS

TOLD_APART, SAME = 1.2, 0.4
FAST_MS = 125  # an ear averages loudness over about this time
SIGNATURES = list(CARDS)
DICE = ["die_1", "die_2", "bonus", "jail", "free", "stay", "pay", "auction", "bid", "sold"]
DICE += ["unsold", "again", "warning", "clock_over"]
STORM_DICE = tunes_of(StormDice.SOUNDS)
GAMES = {
    "fortune": [*tunes_of(FortuneCards.SOUNDS), *tunes_of(turns.SOUNDS)],
    "storm_dice": [*tunes_of(tables.ROLLS), *STORM_DICE],
    "dice": DICE,
}
ALL = sorted({*GAMES["fortune"], *GAMES["storm_dice"]})


@functools.cache
def program_of(name):
    return sequencer.compile_tune(tables.tunes()[name], INSTRUMENTS, {})


@functools.cache
def sound(name):
    """Returns a tune at full volume, -1.0..1.0."""
    return hearing.rendered(program_of(name), array("H"))


@functools.cache
def features_of(name):
    return features(sound(name))


def onsets(name):
    return [each for each in listen(sound(name), None, RATE_HZ) if isinstance(each, Onset)]


def loudness_db(name):
    """Returns the loudest 125 ms from a 40 mm speaker, 0 dB = a full-scale sine."""
    heard = np.convolve(sound(name), high_pass(RATE_HZ, SMALL_SPEAKER_HZ))
    window = RATE_HZ * FAST_MS // 1000
    energy = np.cumsum(np.concatenate(([0.0], heard * heard)))
    return float(10 * np.log10(2 * (energy[window:] - energy[:-window]).max() / window))


def share(name, low_hz, high_hz):
    """Returns a band's share of a sound's energy, 0..1."""
    power = np.abs(np.fft.rfft(sound(name))) ** 2
    hz = np.fft.rfftfreq(len(sound(name)), 1 / RATE_HZ)
    return float(power[(hz >= low_hz) & (hz < high_hz)].sum() / power.sum())


@pytest.mark.parametrize("game", GAMES)
def test_any_two_sounds_of_a_game_can_be_distinguished(game):
    apart = {}
    for pair in combinations(GAMES[game], 2):
        apart[pair] = distance(features_of(pair[0]), features_of(pair[1]))
    assert {pair: found for pair, found in apart.items() if found < TOLD_APART} == {}
    assert distance(features_of(pair[0]), features_of(pair[0])) == pytest.approx(0)


@pytest.mark.parametrize("name", [*SIGNATURES, *ACTIONS])
def test_softer_or_noisy_sound_counts_as_the_same(name):
    noise = np.random.default_rng(1).normal(0, 0.003, len(sound(name)))
    for heard in (sound(name) / 4, sound(name) + noise):
        assert distance(features_of(name), features(heard)) < SAME


def test_semitone_difference_is_not_enough_for_the_measure():
    rows = [
        (*row[:2], sequencer.pitch_mhz(row[2]) * 1.06 / 1000, *row[3:])
        for row in STORM_DICE["heal"]["rows"]
    ]
    higher = sequencer.compile_tune({"rows": rows}, INSTRUMENTS, {})
    heard = hearing.rendered(higher, array("H"))
    assert distance(features_of("heal"), features(heard)) < TOLD_APART


@pytest.mark.parametrize("names", [SIGNATURES, ACTIONS], ids=["cards", "actions"])
def test_outcomes_are_about_equally_loud_from_a_small_speaker(names):
    assert np.ptp([loudness_db(name) for name in names]) <= 3
    assert min(loudness_db(name) for name in names) > -12


@pytest.mark.parametrize("name", ALL)
def test_sounds_are_short_without_clicks_and_suit_a_small_speaker(name):
    speaker = SpeakerModel()
    speaker.amplifier(0, True)
    levels = mixer_host.render(program_of(name))
    speaker.write(0, 1e6 / mixer_host.SAMPLE_RATE_HZ, levels, 944)
    assert max_step_outside_tone(speaker.waveform()) <= 0.05
    assert len(levels) < 2 * mixer_host.SAMPLE_RATE_HZ
    assert share(name, 400, 3400) >= 0.6


@pytest.mark.parametrize("swords", [2, 3, 4])
def test_sea_battle_clangs_once_for_each_sword_ft_c04(swords):
    _wave, *clangs = onsets(f"sea{swords}")
    assert len(clangs) == swords
    assert all(b.at_ms - a.at_ms == pytest.approx(350, abs=5) for a, b in pairwise(clangs))


def test_card_with_two_skulls_rattles_twice_as_often_ft_c09():
    assert len(onsets("skull2")) == 2 * len(onsets("skull1"))


def test_drum_strikes_once_for_each_skull_and_louder_each_time():
    assert [len(onsets(f"drum_{skulls}")) for skulls in (1, 2, 3)] == [1, 2, 3]
    levels = [loudness_db(f"drum_{skulls}") for skulls in (1, 2, 3)]
    assert levels[1] - levels[0] > 4
    assert levels[2] - levels[1] > 4
    assert loudness_db("crash") > levels[2] + 2
