import pytest

from pingblock.errors import PingblockError
from pingblock.languages import ENGLISH
from pingblock.play import launch


@pytest.fixture
def play(monkeypatch, on_fakes):
    """Plays with a face that is left as the test says; returns the notes that the face got."""

    def with_face(leave):
        notes = []

        class Face:
            def __init__(self, session, note):
                notes.append(note)
                self.run = lambda: leave(session)

        monkeypatch.setattr(launch, "Face", Face)
        launch.play(ENGLISH)
        return notes

    return with_face


def test_when_the_face_is_left_or_breaks_the_engine_is_closed(play, bench, capsys):
    assert play(lambda session: None) == [launch.INSTEAD]
    assert bench.engine.closed == 1
    assert capsys.readouterr().err == "pingblock: No desk here.\n"
    with pytest.raises(ZeroDivisionError):
        play(lambda session: 1 / 0)
    assert bench.engine.closed == 2


@pytest.mark.parametrize(
    ("error", "words"),
    [(PingblockError("No power."), "No power."), (KeyError("x"), "The fake engine stopped.")],
)
def test_an_engine_that_stopped_is_told_after_the_face(play, error, words):
    with pytest.raises(PingblockError, match=words):
        play(lambda session: setattr(session, "error", error))


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
