"""Tests the ear with sounds made here, not with the firmware's."""

import numpy as np
import pytest

from pingblock.virtual.heard import End, FeatureFinder, Heard, Onset, listen
from pingblock.virtual.waveform import Waveform

RATE_HZ = 22_050


def seconds(ms):
    return np.arange(round(RATE_HZ * ms / 1000)) / RATE_HZ


def note(hz, ms=200.0, swing=0.4, decay_db=40.0, attack_ms=3.0, shape=np.sin):
    at = seconds(ms)
    envelope = np.minimum(at / (attack_ms / 1000), 1) * 10 ** (-decay_db / 20 * at / at[-1])
    return swing * envelope * shape(2 * np.pi * hz * at)


def square(phase):
    return np.sign(np.sin(phase))


def narrow(phase):
    return np.where((phase / 2 / np.pi) % 1 < 0.125, 0.875, -0.125)


def track(*parts, ms=3000.0):
    """Mixes (at_ms, samples) on a silent track."""
    samples = np.zeros(round(RATE_HZ * ms / 1000))
    for at_ms, part in parts:
        first = round(RATE_HZ * at_ms / 1000)
        samples[first : first + len(part)] += part[: len(samples) - first]
    return samples


def onsets(samples):
    return [feature for feature in listen(samples, None, RATE_HZ) if isinstance(feature, Onset)]


def times(samples):
    return [onset.at_ms for onset in onsets(samples)]


@pytest.mark.parametrize("count", [1, 6])
@pytest.mark.parametrize("shape", [np.sin, square])
def test_each_ping_is_one_onset(count, shape):
    pings = track(*((500 + 350 * i, note(988, shape=shape)) for i in range(count)))
    found = onsets(pings)
    assert [o.at_ms for o in found] == pytest.approx([500 + 350 * i for i in range(count)], abs=4)
    assert [o.hz for o in found] == pytest.approx([988] * count, rel=0.003)
    assert max(o.level_db for o in found) - min(o.level_db for o in found) < 0.3


def test_levels_are_relative_to_full_sine():
    (found,) = onsets(track((500, note(988, swing=0.5, decay_db=0.0))))
    assert found.level_db == pytest.approx(-6.0, abs=0.2)


def test_ping_during_previous_decay_is_heard():
    overlap = track((500, note(988, ms=600)), (850, note(988, ms=600)), (1200, note(988, ms=600)))
    assert times(overlap) == pytest.approx([500, 850, 1200], abs=6)


def test_higher_note_during_decay_has_its_own_pitch():
    overlap = track((500, note(600, ms=500)), (800, note(900, ms=500)))
    assert [o.hz for o in onsets(overlap)] == pytest.approx([600, 900], rel=0.01)


AT = seconds(800)
RAMP = np.minimum(AT / 0.005, 1)
SWELL = 0.5 * AT / AT[-1] * np.sin(2 * np.pi * 500 * AT)
SLIDE = 0.4 * np.sin(2 * np.pi * (300 * AT + 500 * AT * AT)) * RAMP
TREMOLO = (0.35 + 0.06 * np.sin(2 * np.pi * 7 * AT)) * np.sin(2 * np.pi * 700 * AT) * RAMP
NOISE = np.random.default_rng(1).uniform(-0.4, 0.4, len(seconds(400)))


@pytest.mark.parametrize(
    ("sound", "late_ms"),
    [
        (SLIDE, 5),
        (NOISE, 5),
        (TREMOLO, 5),
        (SWELL, 300),
        (note(95, 400, decay_db=6, shape=narrow), 12),
    ],
    ids=["slide", "noise", "tremolo of 3 dB", "slow swell", "low narrow pulses"],
)
def test_continuous_sound_is_one_onset(sound, late_ms):
    assert times(track((500, sound))) == pytest.approx([500], abs=late_ms)


def test_low_narrow_pulses_are_heard_at_their_pitch():
    (found,) = onsets(track((500, note(95, ms=400, decay_db=6, shape=narrow))))
    assert found.hz == pytest.approx(95, rel=0.01)


def test_notes_80_ms_apart_are_heard_separately():
    run = track(*((500 + 80 * i, note(500 + 100 * i, ms=75)) for i in range(5)))
    assert len(onsets(run)) == 5
    assert [o.hz for o in onsets(run)] == sorted(o.hz for o in onsets(run))


def test_breath_and_following_voice_are_one_onset():
    breath = note(2000, ms=15, swing=0.35, decay_db=0.0)
    laugh = track(*((at + d, n) for at in (500, 800) for d, n in ((0, breath), (42, note(150)))))
    assert times(laugh) == pytest.approx([500, 800], abs=5)


def test_click_is_not_an_onset_and_does_not_hide_one():
    click = np.hanning(len(seconds(8)))
    assert onsets(track((500, 0.2 * click))) == []
    assert times(track((494, 0.05 * click), (500, note(988)))) == pytest.approx([500], abs=5)


@pytest.mark.parametrize(("swing", "heard"), [(0.0, 0), (0.001, 0), (0.02, 3)])
def test_quiet_pings_are_heard_but_fainter_ones_are_not(swing, heard):
    pings = track(*((500 + 350 * i, note(988, swing=swing)) for i in range(3)))
    assert len(onsets(pings)) == heard
    assert heard or listen(pings, None, RATE_HZ) == []


def test_end_is_reported_when_sound_has_faded():
    features = listen(track((500, note(988, ms=200, decay_db=20))), None, RATE_HZ)
    (end,) = [feature for feature in features if isinstance(feature, End)]
    assert end.at_ms == pytest.approx(700, abs=5)
    assert features[-1] is end


def test_pings_share_one_end_and_ongoing_note_has_no_end():
    pings = track(*((300 + 350 * i, note(988, ms=60)) for i in range(6)))
    assert [type(f) for f in listen(pings, None, RATE_HZ)] == [Onset] * 6 + [End]
    goes_on = track((500, note(988, ms=5000)))
    assert [type(f) for f in listen(goes_on, None, RATE_HZ)] == [Onset]


def test_amplifier_off_ends_sound_before_next_one():
    samples = track((500, note(988)), (800, note(988)))
    amplifier = np.ones(len(samples), bool)
    amplifier[round(0.72 * RATE_HZ) : round(0.76 * RATE_HZ)] = False
    kinds = [type(feature) for feature in listen(samples, amplifier, RATE_HZ)]
    assert kinds == [Onset, End, Onset, End]


@pytest.mark.parametrize("piece", [1, 97, 441, 5000])
def test_samples_in_pieces_are_heard_like_the_whole(piece):
    samples = track(*((300 + 350 * i, note(988, ms=300)) for i in range(3)), ms=1500)
    listener = FeatureFinder(RATE_HZ)
    step = max(piece, 22)
    features = []
    for first in range(0, len(samples), step):
        features += listener.feed(samples[first : first + step])
    assert features + listener.finish() == listen(samples, None, RATE_HZ)


def test_listener_reports_onset_within_200_ms():
    samples = track((500, note(988)))
    listener = FeatureFinder(RATE_HZ)
    assert listener.feed(samples[: round(0.5 * RATE_HZ)]) == []
    (found,) = listener.feed(samples[round(0.5 * RATE_HZ) : round(0.7 * RATE_HZ)])
    assert isinstance(found, Onset)


def test_listener_keeps_few_samples_and_rests_in_silence():
    listener = FeatureFinder(RATE_HZ)
    assert listener.rests
    listener.feed(note(988, ms=60))
    assert not listener.rests, "the note was not found yet"
    listener.feed(np.zeros(RATE_HZ))
    assert listener.rests
    assert len(listener._samples) < RATE_HZ // 2


@pytest.mark.parametrize("count", [22, 5512, 60_633])
def test_skipped_silence_is_heard_like_real_silence(count):
    heard, skipped = FeatureFinder(RATE_HZ), FeatureFinder(RATE_HZ)
    for listener in (heard, skipped):
        listener.feed(track((100, note(988)), ms=1500))
    heard.feed(np.zeros(count))
    skipped.hear_silence(count)
    tail = track((500, note(600)), ms=1500)
    assert skipped.feed(tail) + skipped.finish() == heard.feed(tail) + heard.finish()


def test_start_time_shifts_all_features():
    samples = track((500, note(988)))
    later = FeatureFinder(RATE_HZ, start_ms=10_000.0)
    features = later.feed(samples) + later.finish()
    assert [f.at_ms - 10_000 for f in features] == pytest.approx(
        [f.at_ms for f in listen(samples, None, RATE_HZ)], abs=0.01
    )


def test_sounds_are_groups_of_onsets_before_each_end():
    a, b, c = (Onset(at, 988.0, -9.0) for at in (1.0, 2.0, 4.0))
    heard = Heard([a, b, End(3.0), c, End(5.0)], Waveform(np.zeros(0), np.zeros(0)))
    assert heard.sounds == [[a, b], [c]]
    assert heard.onsets == [a, b, c]
