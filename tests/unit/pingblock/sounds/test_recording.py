"""Recordings: silence is removed, rates fit, and too long recordings are refused."""

import numpy as np
import pytest
from tests.unit.pingblock.sounds.wav_files import tone

from pingblock.errors import BadInput
from pingblock.sounds import recording
from pingblock.sounds.recording import Recording


def strongest_hz(found):
    spectrum = np.abs(np.fft.rfft(found.samples * np.hanning(len(found.samples))))
    return float(np.argmax(spectrum)) * found.rate_hz / len(found.samples)


def test_silence_around_recording_is_trimmed():
    samples = np.concatenate((np.zeros(4410), tone(), np.zeros(8820)))
    found = recording.trimmed(Recording(samples, 44_100))
    assert found.length_ms == pytest.approx(404, abs=2)


def test_cut_recording_fades_out():
    found = recording.cut(Recording(tone(), 44_100), 100)
    assert found.length_ms == pytest.approx(100, abs=0.1)
    assert np.abs(found.samples[-20:]).max() < 0.02
    assert np.abs(found.samples[:2000]).max() > 0.6


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 22_050, 44_100, 48_000])
def test_fitted_recording_keeps_pitch_and_length(rate_hz):
    found, step = recording.fitted(Recording(tone(1000, 500, rate_hz), rate_hz), 16_000)
    assert found.rate_hz == pytest.approx(11_023, abs=6)
    assert step == pytest.approx(2048, abs=1)
    assert found.length_ms == pytest.approx(500, abs=1)
    assert strongest_hz(found) == pytest.approx(1000, abs=3)
    assert np.abs(found.samples[-8:]).max() < 0.1, "without a fade, a click would be heard"


def test_tones_above_new_rate_are_removed_without_aliases():
    found, _ = recording.fitted(Recording(tone(7000, 500), 44_100), 16_000)
    assert np.abs(found.samples[60:-60]).max() < 0.01


def test_longer_recording_gets_lower_rate_and_too_long_is_refused():
    found, _ = recording.fitted(Recording(tone(lasts_ms=1800), 44_100), 16_000)
    assert 8_000 < found.rate_hz < 8_900
    assert len(found.samples) <= 16_000
    with pytest.raises(BadInput, match=r"The sound lasts 2\.5 s, but only 2\.0 s fit"):
        recording.fitted(Recording(tone(lasts_ms=2500), 44_100), 16_000)


@pytest.mark.parametrize("count", [100, 101])
def test_recording_words_end_with_silence_and_have_even_count(count):
    found = recording.words(Recording(tone()[:count], 44_100), 0.5)
    assert len(found) % 2 == 0
    assert len(found) >= count + 17
    assert set(found[count:]) == {32_768}
    assert max(abs(word - 32_768) for word in found) == pytest.approx(0.5 * 0.98 * 32_767, abs=1)
