import wave

import numpy as np
import pytest

from pingblock.virtual.wav import longest_ms, write_blocks, write_wav


def content(path):
    with wave.open(str(path), "rb") as file:
        form = (file.getnchannels(), file.getsampwidth(), file.getframerate())
        return form, np.frombuffer(file.readframes(99), "<i2").tolist()


@pytest.mark.parametrize(
    ("samples", "scale", "words"),
    [
        ([0.0, 0.5, -1.0, 1.0], 1.0, [0, 16_384, -32_767, 32_767]),
        ([0.25], 1.0, [8192]),
        ([0.5, -2.0, 1.5], 0.5, [8192, -32_767, 24_575]),
        ([], 1.0, []),
    ],
    ids=["as it is", "soft", "what would clip is scaled as a whole", "nothing"],
)
def test_wav_holds_16_bit_mono_at_its_rate(tmp_path, samples, scale, words):
    path = tmp_path / "out.wav"
    assert write_wav(path, np.array(samples), 44_100) == scale
    assert content(path) == ((1, 2, 44_100), words)


def test_loudest_block_sets_scale_of_all_blocks(tmp_path):
    path = tmp_path / "out.wav"
    blocks = [np.array([0.4]), np.zeros(0), np.array([-4.0, 1.0])]
    assert write_blocks(path, lambda: iter(blocks), 22_050) == 0.25
    assert content(path)[1] == [3277, -32_767, 8192]


def test_longest_wav_file_lasts_13_5_hours():
    assert longest_ms(44_100) / 3_600_000 == pytest.approx(13.526, abs=0.001)
