"""Recordings: every usual WAV is read alike, silence goes, and what is too long is told."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.pingblock.sounds.wav_files import tone, wav

from pingblock.errors import BadInput
from pingblock.sounds import recording
from pingblock.sounds.recording import Recording, read_wav
from pingblock.virtual.pitch import pitch_hz


def strongest_hz(found):
    spectrum = np.abs(np.fft.rfft(found.samples * np.hanning(len(found.samples))))
    return float(np.argmax(spectrum)) * found.rate_hz / len(found.samples)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize(("channels", "rate_hz"), [(1, 8_000), (2, 44_100), (6, 96_000)])
def test_every_usual_kind_gives_the_same_tone(width, channels, rate_hz):
    found = read_wav(wav(tone(rate_hz=rate_hz), rate_hz, width, channels))
    assert found.rate_hz == rate_hz
    assert found.length_ms == pytest.approx(400, abs=0.1)
    assert np.abs(found.samples).max() == pytest.approx(0.7, abs=0.02)
    assert pitch_hz(found.samples, rate_hz) == pytest.approx(440, rel=0.01)


def test_a_constant_part_is_taken_out_and_what_ends_too_early_gives_what_is_there():
    found = read_wav(wav(tone(share=0.3) + 0.4))
    assert abs(found.samples.mean()) < 1e-6
    assert read_wav(wav(tone())[:-4001]).length_ms < 400


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "cannot be read"),
        (b"RIFF", "cannot be read"),
        (b"hello, I am no sound at all", "cannot be read"),
        (wav(tone())[:30], "cannot be read"),
        (wav(np.zeros(4000)), "silent or empty"),
        (wav([]), "silent or empty"),
        (wav(np.full(4000, 0.5)), "silent or empty"),
        (wav(tone(), rate_hz=500), "cannot be used"),
        (wav(np.full(61 * 8000, 0.1), rate_hz=8000), "longer than 60 s"),
    ],
)
def test_what_is_no_recording_is_told(data, why):
    with pytest.raises(BadInput, match=why):
        read_wav(data)


FILE = wav(tone(lasts_ms=5))


@settings(max_examples=150)
@given(st.binary(max_size=200) | st.data())
def test_any_bytes_are_read_or_told(made):
    data = made
    if not isinstance(made, bytes):
        spoilt = bytearray(FILE)
        for _ in range(made.draw(st.integers(1, 4))):
            spoilt[made.draw(st.integers(0, 60))] = made.draw(st.integers(0, 255))
        data = bytes(spoilt)
    try:
        found = read_wav(data)
    except BadInput:
        return
    assert len(found.samples)
    assert np.isfinite(found.samples).all()


def test_silence_around_it_is_cut_off_but_for_a_moment():
    samples = np.concatenate((np.zeros(4410), tone(), np.zeros(8820)))
    found = recording.trimmed(Recording(samples, 44_100))
    assert found.length_ms == pytest.approx(404, abs=2)


def test_a_cut_fades_out():
    found = recording.cut(Recording(tone(), 44_100), 100)
    assert found.length_ms == pytest.approx(100, abs=0.1)
    assert np.abs(found.samples[-20:]).max() < 0.02
    assert np.abs(found.samples[:2000]).max() > 0.6


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 22_050, 44_100, 48_000])
def test_fitted_keeps_pitch_and_length(rate_hz):
    found, step = recording.fitted(Recording(tone(1000, 500, rate_hz), rate_hz), 16_000)
    assert found.rate_hz == pytest.approx(11_023, abs=6)
    assert step == pytest.approx(2048, abs=1)
    assert found.length_ms == pytest.approx(500, abs=1)
    assert strongest_hz(found) == pytest.approx(1000, abs=3)
    assert np.abs(found.samples[-8:]).max() < 0.1, "it fades out, or a click is heard"


def test_what_a_lower_rate_cannot_hold_is_left_out_and_does_not_come_back_as_another_pitch():
    found, _ = recording.fitted(Recording(tone(7000, 500), 44_100), 16_000)
    assert np.abs(found.samples[60:-60]).max() < 0.01


def test_a_longer_one_gets_a_lower_rate_and_too_long_a_sentence():
    found, _ = recording.fitted(Recording(tone(lasts_ms=1800), 44_100), 16_000)
    assert 8_000 < found.rate_hz < 8_900
    assert len(found.samples) <= 16_000
    with pytest.raises(BadInput, match=r"It lasts 2\.5 s, but only 2\.0 s fit"):
        recording.fitted(Recording(tone(lasts_ms=2500), 44_100), 16_000)


@pytest.mark.parametrize("count", [100, 101])
def test_words_are_the_mixers_with_silence_behind_and_of_an_even_number(count):
    found = recording.words(Recording(tone()[:count], 44_100), 0.5)
    assert len(found) % 2 == 0
    assert len(found) >= count + 17
    assert set(found[count:]) == {32_768}
    assert max(abs(word - 32_768) for word in found) == pytest.approx(0.5 * 0.98 * 32_767, abs=1)
