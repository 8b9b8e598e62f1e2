"""Fixtures of the play tests: a clock that stands, an audio that records, a session on a bench."""

from __future__ import annotations

import numpy as np
import pytest

from pingblock.play import launch
from pingblock.play.session import PlaySession
from pingblock.play.state import PlayState
from pingblock.sounds.audio_out import Silence
from pingblock.virtual.engines import Choice


class Clock:
    """A clock that tests turn. Args: step_s: it runs ahead this much at each look."""

    def __init__(self, step_s: float = 0.0) -> None:
        self.now_s = 100.0
        self.step_s = step_s

    def __call__(self) -> float:
        self.now_s += self.step_s
        return self.now_s


class Recorder:
    """An ``AudioOut`` that keeps what it is to play."""

    says = "sound: recorder"

    def __init__(self, latency_ms: float = 0.0) -> None:
        self.latency_ms = latency_ms
        self.blocks: list[np.ndarray] = []
        self.closed = 0

    def play(self, samples: np.ndarray) -> None:
        self.blocks.append(samples)

    def close(self) -> None:
        self.closed += 1


class FakeSession:
    """Stands in for a ``PlaySession``: remembers its hands' work, shows what it is given."""

    def __init__(self) -> None:
        self.state = PlayState()
        self.calls: list[tuple[object, ...]] = []

    def __getattr__(self, name: str):
        return lambda *arguments: self.calls.append((name, *arguments))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def audio() -> Recorder:
    return Recorder()


@pytest.fixture
def fake_session() -> FakeSession:
    return FakeSession()


@pytest.fixture
def session(bench, audio, clock) -> PlaySession:
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

    def run(ms: int) -> PlayState:
        session.step()
        for _ in range(ms // 10):
            clock.now_s += 0.01
            session.step()
        return session.state

    return run
