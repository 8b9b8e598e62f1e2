from __future__ import annotations

import pytest

from pingblock.errors import PingblockError, Unavailable
from pingblock.play import launch
from pingblock.play.audio_out import Silence


class Machine:
    """Opens benches by name, as far as they run here."""

    def __init__(self, *can_run: str) -> None:
        self.can_run = can_run
        self.opened: list[tuple[str, int | None]] = []

    def __call__(self, engine, seed):
        self.opened.append((engine, seed))
        if engine not in self.can_run:
            raise Unavailable(f"no {engine} here")
        return f"bench {engine}"


def test_the_desk_is_taken_where_it_runs():
    assert launch.open_any(None, 5, Machine("desk", "chip")) == ("bench desk", "")


def test_the_chip_takes_its_place_elsewhere_and_that_is_said():
    machine = Machine("chip")
    assert launch.open_any(None, 5, machine) == ("bench chip", launch.INSTEAD)
    assert machine.opened == [("desk", 5), ("chip", 5)]


def test_an_engine_that_was_asked_for_is_not_replaced():
    with pytest.raises(Unavailable, match="no desk here"):
        launch.open_any("desk", None, Machine("chip"))


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

    monkeypatch.setattr(launch, "open_bench", lambda engine, seed: bench)
    monkeypatch.setattr(launch, "open_any", lambda engine, seed: (bench, "note"))
    monkeypatch.setattr(launch, "open_audio", lambda rate_hz: Silence("test"))
    monkeypatch.setattr(launch, "Face", Face)
    return Face, shown


def test_when_the_face_is_left_the_engine_is_closed(on_fakes, bench):
    launch.play()
    assert bench.engine.closed == 1
    assert on_fakes[1][0][1] == "note"


def test_when_the_face_breaks_the_engine_is_closed_too(on_fakes, bench, monkeypatch):
    def leave(self, session):
        raise RuntimeError("face")

    monkeypatch.setattr(on_fakes[0], "leave", leave)
    with pytest.raises(RuntimeError, match="face"):
        launch.play()
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
        launch.play()


def test_two_games_are_not_the_same():
    """Without a seed the device draws from chance, and so does the virtual one."""

    def draws(opened):
        bench, _ = opened
        with bench:
            bench.advance_to(1000)
            bench.request("volume", level=0)
            for _ in range(12):
                bench.press()
                bench.advance(3400)
            return [(event["outcome"], event.get("coins")) for event in bench.events("outcome")]

    try:
        first, second = (draws(launch.open_any(None, None)) for _ in range(2))
    except Unavailable as why:
        pytest.skip(str(why))
    assert len(first) == 12
    assert first != second, "by chance once in a thousand million times"
