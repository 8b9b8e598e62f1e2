from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from pingblock.common.installation import installation
from pingblock.sounds import audio_out
from pingblock.sounds.audio_out import Loudspeaker, Player, PortAudio, Silence, Stopped, open_audio

RATE_HZ = 1000
SOUND = np.array([0.5, -1.5, 1.0])
SINK = "import sys; open(sys.argv[1], 'wb').write(sys.stdin.buffer.read())"


class FakeWay:
    name = "fake"
    latency_ms = 33.0

    def __init__(self):
        self.written = b""
        self.pending = 0
        self.broken = False
        self.closed = 0

    def pending_bytes(self):
        return self.pending

    def write(self, data):
        if self.broken:
            raise Stopped("fake has ended")
        self.written += data

    def close(self):
        self.closed += 1


@pytest.fixture
def way():
    return FakeWay()


@pytest.fixture
def loudspeaker(way):
    speaker = Loudspeaker(way, RATE_HZ)
    way.written = b""
    return speaker


def refuse(words):
    def way():
        raise Stopped(words)

    return way


def test_loudspeaker_starts_with_30_ms_of_silence(way):
    Loudspeaker(way, RATE_HZ)
    assert way.written == bytes(30 * 2)


def test_samples_become_clipped_sixteen_bit_numbers(loudspeaker, way):
    loudspeaker.play(SOUND)
    assert np.frombuffer(way.written, "<i2").tolist() == [16384, -32767, 32767]


def test_only_silence_is_skipped_while_much_audio_waits(loudspeaker, way):
    way.pending = 81
    loudspeaker.play(np.zeros(10))
    assert way.written == b""
    loudspeaker.play(SOUND)
    assert len(way.written) == 6
    way.pending = 80
    loudspeaker.play(np.zeros(10))
    assert len(way.written) == 26


def test_ended_audio_output_becomes_silence_with_reason(loudspeaker, way):
    assert (loudspeaker.says, loudspeaker.latency_ms) == ("sound: fake", 33.0)
    way.broken = True
    loudspeaker.play(SOUND)
    assert (loudspeaker.says, loudspeaker.latency_ms) == ("no sound: fake has ended", 0.0)
    assert way.closed == 1
    loudspeaker.play(SOUND)
    loudspeaker.close()
    assert way.closed == 1


def test_first_working_audio_output_is_used(way):
    opened = open_audio(RATE_HZ, [refuse("no"), lambda: way, refuse("never tried")])
    assert opened.says == "sound: fake"


def test_status_without_audio_output_says_why(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    assert open_audio(RATE_HZ, []).says == "no sound: install alsa-utils, which has aplay"
    found = open_audio(RATE_HZ, [refuse("PortAudio: no module"), refuse("aplay finds nothing")])
    assert found.says == "no sound: aplay finds nothing"
    found = open_audio(RATE_HZ, [refuse("PortAudio: no module")])
    assert found.says == "no sound: install alsa-utils, which has aplay"
    monkeypatch.setattr("sys.platform", "win32")
    says = open_audio(RATE_HZ, []).says
    assert says == f"no sound: {installation().adds(['sounddevice'])}"
    assert says.endswith("-m pip install sounddevice")


def test_silent_output_accepts_sound_without_latency():
    silence = Silence("why")
    silence.play(SOUND)
    silence.close()
    assert silence.latency_ms == 0.0


@pytest.fixture
def sleeper():
    player = Player([sys.executable, "-c", "import time; time.sleep(60)"], start_s=0.01)
    yield player
    player.close()


def test_player_gets_every_byte_through_real_pipe(tmp_path):
    heard = tmp_path / "heard"
    player = Player([sys.executable, "-c", SINK, str(heard)], start_s=0.01)
    player.write(b"ping")
    assert player._process.stdin is not None
    player._process.stdin.close()
    player._process.wait()
    assert heard.read_bytes() == b"ping"
    player.close()


def test_player_that_does_not_read_never_blocks_writes(sleeper):
    for _ in range(40):
        sleeper.write(bytes(4000))
    assert 4000 <= sleeper.pending_bytes() <= 65536
    assert sleeper.pending_bytes() % 4000 == 0
    sleeper.close()
    assert sleeper._process.returncode is not None


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ([sys.executable, "-c", "raise SystemExit(1)"], "finds no loudspeaker"),
        (["no-such-player-anywhere"], "does not start"),
    ],
)
def test_failing_or_missing_player_is_not_used(command, why):
    with pytest.raises(Stopped, match=why):
        Player(command, start_s=None)


def test_player_that_dies_later_is_reported_as_ended(sleeper):
    sleeper._process.kill()
    sleeper._process.wait()
    with pytest.raises(Stopped, match="has ended"):
        sleeper.write(b"ping")


def test_only_installed_players_are_tried(monkeypatch):
    monkeypatch.setattr(audio_out.shutil, "which", lambda name: name == "aplay" or None)
    started = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: started.append(command))
    found = audio_out.ways(22050)
    assert len(found) == 2
    with pytest.raises(AttributeError):
        found[1]()
    assert started[0][0] == "aplay"
    assert "--rate=22050" in started[0]


class FakeStream:
    latency = 0.02

    def __init__(self, **_):
        self.write_available = 100
        self.written = b""

    def start(self):
        pass

    def write(self, data):
        self.written += data
        self.write_available -= len(data) // 2


def test_port_audio_counts_waiting_bytes_and_drops_excess(monkeypatch):
    module = SimpleNamespace(RawOutputStream=FakeStream)
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    way = PortAudio(RATE_HZ)
    way.write(bytes(120))
    assert way.pending_bytes() == 120
    way.write(bytes(120))
    assert way.pending_bytes() == 120
    assert way.latency_ms == 20.0


def test_port_audio_without_its_package_is_not_used(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(Stopped, match="PortAudio"):
        PortAudio(RATE_HZ)
