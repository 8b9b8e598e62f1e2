"""The command line's door for sound files: each kind is read completely, or refused truthfully."""

import builtins
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import sound_corpus
from tests.coded_corpus import coded_cases
from tests.sound_corpus import wav_cases

from pingblock.errors import BadInput, Unavailable
from pingblock.sounds import source
from pingblock.sounds.audio_file import read_audio
from pingblock.sounds.file_kind import kind_in


def read(case, folder):
    path = folder / f"sound{case.ending}"
    path.write_bytes(case.data)
    content = path.read_bytes()
    return read_audio(content, source.kind_of(path, content))


def by_name(cases):
    return [pytest.param(case, id=case.name) for case in cases]


@pytest.mark.parametrize("case", by_name(wav_cases()))
def test_wav_file_is_read_or_refused_as_listed(case, tmp_path):
    if case.refused:
        with pytest.raises(BadInput) as wrong:
            read(case, tmp_path)
        assert str(wrong.value).startswith(case.refused)
        return
    found = read(case, tmp_path)
    sound_corpus.check_samples(case, found.recording.samples, found.recording.rate_hz)
    said = " ".join(found.said)
    assert case.said in said
    assert bool(case.said) == bool(said)


@pytest.mark.parametrize("case", by_name(coded_cases()))
def test_coded_file_gives_original_tone_or_is_refused(case, tmp_path, capfd):
    if case.refused:
        with pytest.raises(BadInput, match=case.refused):
            read(case, tmp_path)
        assert capfd.readouterr().err == ""
        return
    found = read(case, tmp_path)
    assert capfd.readouterr().err == ""
    said = " ".join(found.said)
    assert case.said in said
    assert bool(case.said) == bool(said)
    sound_corpus.check_tone(case, found.recording.samples, found.recording.rate_hz)


@settings(max_examples=120)
@given(st.data())
def test_spoilt_wav_file_is_read_or_refused(draws):
    spoilt = bytearray(
        sound_corpus.riff(sound_corpus.fmt(), sound_corpus.LIST, b"data\x64\0\0\0")
        + sound_corpus.S16[:100]
    )
    for _ in range(draws.draw(st.integers(1, 4))):
        spoilt[draws.draw(st.integers(12, len(spoilt) - 1))] = draws.draw(st.integers(0, 255))
    data = bytes(spoilt)
    try:
        found = read_audio(data, kind_in(data))
    except BadInput:
        return
    assert len(found.recording.samples)
    assert np.isfinite(found.recording.samples).all()


def test_file_of_countless_chunks_is_refused():
    data = sound_corpus.riff(*[b"note\0\0\0\0"] * 20_000)
    with pytest.raises(BadInput, match="has no chunk 'fmt'"):
        read_audio(data, kind_in(data))


def test_missing_library_error_names_install_command(monkeypatch):
    data = sound_corpus.riff(sound_corpus.fmt(), sound_corpus.data())
    imported = builtins.__import__

    def none(name, *more):
        if name == "soundfile":
            raise OSError("cannot load library 'libsndfile.so'")
        return imported(name, *more)

    monkeypatch.delitem(sys.modules, "soundfile", raising=False)
    monkeypatch.setattr(builtins, "__import__", none)
    with pytest.raises(Unavailable, match="apt install libsndfile1"):
        read_audio(data, kind_in(data))
