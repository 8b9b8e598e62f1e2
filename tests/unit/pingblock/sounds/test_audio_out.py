from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from pingblock.common.installation import installation
from pingblock.errors import Unavailable
from pingblock.sounds import audio_out

RATE_HZ = 1000
SOUND = np.array([0.5, -1.5, 1.0])
END = [0] * 120  # samples in 120 ms


@pytest.fixture(autouse=True)
def no_port_audio(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)


class Players:
    """The installed players by their exit codes, and their calls."""

    def __init__(self):
        self.codes = {}
        self.calls = []

    def run(self, command, input, **_):
        self.calls.append((command, np.frombuffer(input, "<i2").tolist()))
        code = self.codes[command[0]]
        if isinstance(code, Exception):
            raise code
        return SimpleNamespace(returncode=code)


@pytest.fixture
def players(monkeypatch):
    made = Players()
    monkeypatch.setattr(audio_out.shutil, "which", lambda name: name in made.codes or None)
    monkeypatch.setattr(subprocess, "run", made.run)
    return made


def test_player_gets_clipped_sixteen_bit_samples_and_silence(players):
    players.codes = {"aplay": 0}
    audio_out.play(SOUND, RATE_HZ)
    ((command, samples),) = players.calls
    assert command[0] == "aplay"
    assert "--rate=1000" in command
    assert samples == [16384, -32767, 32767, *END]


@pytest.mark.parametrize(
    "fails", [1, OSError(8, "Exec format error"), subprocess.TimeoutExpired("pw-cat", 5)]
)
def test_next_player_plays_if_one_fails(players, fails):
    players.codes = {"pw-cat": fails, "aplay": 0}
    audio_out.play(SOUND, RATE_HZ)
    assert [command[0] for command, _ in players.calls] == ["pw-cat", "aplay"]


def test_error_without_loudspeaker_says_why(players, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(Unavailable, match=r"\(no sound: install alsa-utils, which has aplay\)"):
        audio_out.play(SOUND, RATE_HZ)
    players.codes = {"aplay": 1}
    with pytest.raises(Unavailable, match=r"\(no sound: aplay finds no loudspeaker\)"):
        audio_out.play(SOUND, RATE_HZ)


def test_error_of_windows_names_the_package_to_add(players, monkeypatch):
    monkeypatch.setattr("sys.platform", "win32")
    with pytest.raises(Unavailable) as error:
        audio_out.play(SOUND, RATE_HZ)
    assert installation().adds(["sounddevice"]) in str(error.value)
    assert "-m pip install sounddevice" in str(error.value)


def test_port_audio_plays_before_any_player(players, monkeypatch):
    played = []
    module = SimpleNamespace(
        play=lambda samples, rate_hz, blocking: played.append((list(samples), rate_hz, blocking))
    )
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    players.codes = {"aplay": 0}
    audio_out.play(SOUND, RATE_HZ)
    assert played == [([0.5, -1.5, 1.0, *END], RATE_HZ, True)]
    assert players.calls == []


def test_port_audio_without_a_device_lets_a_player_play(players, monkeypatch):
    def play(*_, **__):
        raise RuntimeError("no device")

    monkeypatch.setitem(sys.modules, "sounddevice", SimpleNamespace(play=play))
    players.codes = {"aplay": 0}
    audio_out.play(SOUND, RATE_HZ)
    assert [command[0] for command, _ in players.calls] == ["aplay"]
