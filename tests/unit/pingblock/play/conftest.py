"""Fixtures of the play tests: an audio that records, a session on a bench."""

import pytest

from pingblock.play import launch
from pingblock.play.session import PlaySession
from pingblock.play.state import PlayState
from pingblock.sounds.audio_out import Silence
from pingblock.virtual.engines import Choice


class Recorder:
    """An ``AudioOut`` that keeps what it is to play."""

    says, latency_ms, closed = "sound: recorder", 0.0, 0

    def __init__(self):
        self.blocks = []
        self.play = self.blocks.append

    def close(self):
        self.closed += 1


class FakeSession:
    """Stands in for a ``PlaySession``: remembers its hands' work, shows what it is given."""

    def __init__(self):
        self.state = PlayState()
        self.calls = []

    def __getattr__(self, name):
        return lambda *arguments: self.calls.append((name, *arguments))


@pytest.fixture
def audio():
    return Recorder()


@pytest.fixture
def fake_session():
    return FakeSession()


@pytest.fixture
def session(bench, audio, clock):
    """A session on a fake engine; its time stands until ``run_ms`` moves it."""
    return PlaySession(bench, audio, clock)


@pytest.fixture
def on_fakes(monkeypatch, bench):
    """Lets ``launch.play`` find a fake engine and no loudspeaker."""
    monkeypatch.setattr(launch, "open_bench", lambda engine, seed, entropy: bench)
    monkeypatch.setattr(launch, "choose", lambda engine: Choice("chip", "No desk here."))
    monkeypatch.setattr(launch, "open_audio", lambda rate_hz: Silence("test"))


@pytest.fixture
def run_ms(session, clock):
    """Lets a number of ms of wall time pass for ``session``, 10 at a time."""

    def run(ms):
        session.step()
        for _ in range(ms // 10):
            clock.now_s += 0.01
            session.step()
        return session.state

    return run
