"""``pingblock sounds`` without a device: list, check, render, and mistakes."""

import sys
import wave
from contextlib import nullcontext

import numpy as np
import pytest
from tests.tunes import render_tune
from tests.unit.pingblock.sounds.test_shelf import FakeDevice
from tests.unit.pingblock.sounds.wav_files import tone, wav

from pingblock.sounds import mixer_host
from pingblock.virtual.heard import listen
from pingware.shared.light_show import EVERY_MS, PING_US

TUNE = "0 bell A5 200 60\n"


@pytest.fixture
def sounds(call):
    """Calls ``pingblock sounds``. Returns (exit code, stdout, stderr)."""
    return lambda *words: call("sounds", *words)


@pytest.fixture
def told(told):
    """Calls ``pingblock sounds``, which must succeed with pure JSON. Returns the object."""
    return lambda *words: told("sounds", *words)


@pytest.fixture
def tune(tmp_path):
    path = tmp_path / "mine.tune"
    path.write_text(TUNE)
    return path


def samples_in(path):
    """Returns the samples in a WAV file (-1.0..1.0) and their rate (Hz)."""
    with wave.open(str(path)) as file:
        return np.frombuffer(file.readframes(-1), "<i2") / 32_767, file.getframerate()


def test_list_of_built_in_sounds_needs_no_device(sounds, told):
    rows = told("list", "--built-in")["sounds"]
    assert {row["source"] for row in rows} == {"built-in"}
    assert {"name", "tells", "source", "length_ms", "bytes"} == set(rows[0])
    says = "laugh           1516 ms    636 bytes  built-in   Villain's laugh: pay the bank"
    assert says in sounds("list", "--built-in")[1]


def test_check_prints_length_voices_and_size_of_a_tune(told, sounds, tune):
    found = told("check", tune, "--as", "ping")
    assert (found["name"], found["format"], found["voices"]) == ("ping", "tune", 1)
    assert (found["sounds_ms"], found["length_ms"], found["bytes"]) == (241, EVERY_MS, 88)
    assert found["power_mw"] < found["power_most_mw"] == 138
    assert 55 < found["peak_pct"] < 62
    code, out, err = sounds("check", tune)
    assert (code, err) == (0, "")
    assert out.startswith("A sound (tune): 241 ms long, 1 voice, 88 bytes on the device.")


def test_check_of_a_bad_file_names_each_wrong_line(refused, tmp_path):
    path = tmp_path / "bad.tune"
    path.write_text("0 bell A5 200 60\n0 lute A5 200 60\n0 bell X 200 60\n")
    says = f"{path}: line 2, column 3: there is no instrument 'lute'"
    err = refused(says, "sounds", "check", path)
    assert f"{path}: line 3, column 8: there is no note 'X'" in err


@pytest.mark.filterwarnings("error")
def test_render_into_a_missing_folder_is_one_sentence(refused, tmp_path):
    says = "x.wav cannot be written: there is no folder"
    refused(says, "sounds", "render", "ping", tmp_path / "no" / "x.wav")


@pytest.mark.parametrize(
    ("words", "say"),
    [
        ("check {tune} --as tusch", "There is no sound 'tusch'. There are: again"),
        ("put tusch {tune}", "There is no sound 'tusch'"),
        ("play tusch", "There is no sound 'tusch'"),
        ("play {tune}", "is a file, which the device does not have"),
        ("reset tusch", "There is no sound 'tusch'"),
        ("reset", "add --yes"),
        ("render ping {tune}.mp3", "its name must end in .wav"),
        ("render tusch {tune}.wav", "tusch cannot be read"),
        ("render {tune} x.tune", "is not a built-in sound"),
    ],
)
def test_impossible_request_is_refused_before_the_device_search(refused, tune, words, say):
    refused(say, "sounds", *words.format(tune=tune).split())


def test_render_writes_the_sound_that_the_device_plays(told, tune, tmp_path):
    out = tmp_path / "out.wav"
    assert told("render", tune, out, "--as", "ping", "--times", "3") == {"file": str(out)}
    samples, rate_hz = samples_in(out)
    heard = [each for each in listen(samples, None, rate_hz) if hasattr(each, "hz")]
    assert [onset.hz for onset in heard] == pytest.approx([880] * 3, rel=0.01)
    assert np.diff([onset.at_ms for onset in heard]) == pytest.approx(PING_US / 1000, abs=2)


def test_rendered_built_in_sound_equals_that_of_the_mixer(told, tmp_path):
    told("render", "laugh", tmp_path / "laugh.wav")
    written, rate_hz = samples_in(tmp_path / "laugh.wav")
    ours = (render_tune("laugh") - 472.0) / 472
    sounds = written != 0  # the amplifier is on
    assert rate_hz == 22_046
    assert written[sounds] == pytest.approx(ours[sounds], abs=0.001)
    assert not sounds[: mixer_host.BUFFER_SAMPLES].any()
    assert sounds.mean() > 0.8, "silence is allowed only between one ha and the next"


def test_render_is_softer_at_a_lower_volume(told, tmp_path):
    peaks = []
    for volume in (10, 7, 0):
        told("render", "game_over", tmp_path / "out.wav", "--volume", volume, "--force")
        peaks.append(float(np.abs(samples_in(tmp_path / "out.wav")[0]).max()))
    assert peaks[1] == pytest.approx(peaks[0] * 10 ** (-7 / 20), rel=0.03)
    assert peaks[2] == 0


def test_written_notes_of_a_sound_can_be_changed_and_checked(told, tmp_path):
    out = tmp_path / "laugh.tune"
    told("render", "laugh", out)
    out.write_text(out.read_text().replace(" 165\n", " 170\n"))
    assert told("check", out, "--as", "laugh")["sounds_ms"] == 1516


def test_check_of_a_recording_lists_the_changes(told, tmp_path):
    path = tmp_path / "mine.wav"
    path.write_bytes(wav(np.concatenate((np.zeros(44_100), tone()))))
    found = told("check", path, "--as", "laugh")
    assert found["format"] == "wav"
    assert "998 ms of silence around it are cut off." in found["changes"]
    assert found["ram_bytes"] < found["ram_most"] == 32_768


def test_play_here_plays_the_whole_sound_as_mixed(sounds, monkeypatch, tmp_path, tune):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    heard, player = tmp_path / "heard", tmp_path / "aplay"
    player.write_text(f'#!/bin/sh\nexec /bin/cat > "{heard}"\n')
    player.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert sounds("play", tune, "--here")[0] == 0
    samples = np.frombuffer(heard.read_bytes(), "<i2") / 32_767
    assert len(samples) > 0.241 * 22_050
    assert float(np.abs(samples).max()) == pytest.approx(0.59, abs=0.03)


def test_play_here_without_a_loudspeaker_fails_with_advice(sounds, monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setenv("PATH", "")
    code, out, err = sounds("play", "ping", "--here")
    assert (code, out) == (1, "")
    assert "alsa-utils" in err
    assert "Write it to a file instead" in err


@pytest.fixture
def device(monkeypatch):
    made = FakeDevice()
    monkeypatch.setattr("pingblock.cli.sounds.Device", lambda port: nullcontext(made))
    return made


def test_put_reports_a_needed_restart_or_makes_one(told, sounds, tune, device):
    found = told("put", "ping", tune, "--restart")
    assert (found["plays_from"], found["restarts"]) == ("now", False), "no device is needed"
    device.restart = True  # the free memory is fragmented
    found = told("put", "ping", tune)
    assert (found["plays_from"], found["restarts"]) == ("start", False)
    assert "after the next start of the device" in sounds("put", "ping", tune)[1]
    assert ("restart",) not in device.asked
    assert told("put", "ping", tune, "--restart")["restarts"] is True
    assert device.asked[-1] == ("restart",)
