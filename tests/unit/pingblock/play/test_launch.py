from __future__ import annotations

import pytest

from pingblock.errors import PingblockError
from pingblock.languages import ENGLISH
from pingblock.play import launch
from pingblock.sounds.audio_out import Silence
from pingblock.virtual.engines import Choice


@pytest.fixture
def on_fakes(monkeypatch, bench):
    """``launch.play`` with a fake engine, no loudspeaker and a face that leaves at once."""
    shown = []

    class Face:
        def __init__(self, session, note):
            shown.append((session, note))

        def run(self):
            self.leave(shown[0][0])

        def leave(self, session):
            pass

    monkeypatch.setattr(launch, "open_bench", lambda engine, seed, entropy: bench)
    monkeypatch.setattr(launch, "choose", lambda engine: Choice("chip", "No desk here."))
    monkeypatch.setattr(launch, "open_audio", lambda rate_hz: Silence("test"))
    monkeypatch.setattr(launch, "Face", Face)
    return Face, shown


def test_when_the_face_is_left_the_engine_is_closed(on_fakes, bench, capsys):
    launch.play(ENGLISH)
    assert bench.engine.closed == 1
    assert on_fakes[1][0][1] == launch.INSTEAD
    assert capsys.readouterr().err == "pingblock: No desk here.\n"


def test_when_the_face_breaks_the_engine_is_closed_too(on_fakes, bench, monkeypatch):
    def leave(self, session):
        raise RuntimeError("face")

    monkeypatch.setattr(on_fakes[0], "leave", leave)
    with pytest.raises(RuntimeError, match="face"):
        launch.play(ENGLISH)
    assert bench.engine.closed == 1


@pytest.mark.parametrize(
    ("error", "words"),
    [(PingblockError("No power."), "No power."), (KeyError("x"), "The fake engine stopped.")],
)
def test_an_engine_that_stopped_is_told_after_the_face(on_fakes, monkeypatch, error, words):
    def leave(self, session):
        session.error = error

    monkeypatch.setattr(on_fakes[0], "leave", leave)
    with pytest.raises(PingblockError, match=words):
        launch.play(ENGLISH)


def test_two_games_are_not_the_same(monkeypatch):
    """Without a seed the device draws from chance, and so does the virtual one."""
    asked = []

    def opened(engine, seed, entropy):
        asked.append(entropy)
        raise PingblockError("This is enough.")

    monkeypatch.setattr(launch, "open_bench", opened)
    for _ in range(2):
        with pytest.raises(PingblockError, match="enough"):
            launch.play(ENGLISH)
    assert asked[0] != asked[1], "by chance once in four thousand million times"
