"""The block on a terminal that has lines and nothing else."""

import pytest

from pingblock.languages import ENGLISH
from pingblock.play import launch, lines
from pingblock.play.state import LogLine, PlayState


def test_each_letter_does_what_the_help_says(fake_session):
    typed = ["\n", "h\n", "C\n", "b\n", "u\n", "l\n", "p\n", "m\n", "k\n", "4\n", "+\n", " - \n"]
    lines.play(fake_session, [*typed, "q\n"], lambda line: None)
    assert fake_session.calls == [
        *(("press",), ("press", 1000.0), ("check",), ("check", 2200.0), ("move_cable",)),
        *(("move_lever",), ("next_profile",), ("move_mute",), ("check", 1000.0)),
        *(("set_cells", "flat"), ("turn_volume", 1), ("turn_volume", -1)),
    ]


def test_what_happens_is_shown_once_a_line_also_if_it_comes_late(fake_session):
    pressed, heard = LogLine(900.0, "you", "Pressed.", 1), LogLine(2200.0, "ear", "Heard.", 2)
    late = PlayState(log=(pressed, LogLine(1000.0, "block", "Took it.", 3), heard))
    fake_session.state = PlayState(log=(pressed, heard))
    fake_session.press = lambda: setattr(fake_session, "state", late)
    shown = []
    lines.play(fake_session, ["", "zz", "q"], shown.append)
    told = ["    0.9  you    Pressed.", "    2.2  ear    Heard.", "    1.0  block  Took it."]
    assert shown == [lines.HELP, *told, lines.HELP]


def test_end_of_the_input_and_a_failed_engine_end_it(fake_session):
    lines.play(fake_session, [], lambda line: None)
    fake_session.state = PlayState(failure="It stopped.")
    lines.play(fake_session, ["zz"], lambda line: None)


@pytest.mark.parametrize(("term", "chosen"), [("dumb", "lines"), ("xterm-256color", "face")])
def test_terminal_says_what_it_can(monkeypatch, on_fakes, term, chosen):
    shown = []
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(lines, "play", lambda *arguments: shown.append("lines"))
    monkeypatch.setattr(launch.Face, "run", lambda face: shown.append("face"))
    launch.play(ENGLISH)
    assert shown == [chosen]
