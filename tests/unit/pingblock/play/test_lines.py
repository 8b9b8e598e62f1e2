"""The block on a terminal that has lines and nothing else."""

from __future__ import annotations

import pytest

from pingblock.languages import ENGLISH
from pingblock.play import launch, lines
from pingblock.play.state import LogLine, PlayState


@pytest.mark.parametrize(
    ("typed", "call"),
    [
        ("\n", ("press",)),
        ("h\n", ("press", 1000.0)),
        ("C\n", ("check",)),
        ("b\n", ("check", 2200.0)),
        ("u\n", ("move_cable",)),
        ("l\n", ("move_lever",)),
        ("p\n", ("next_profile",)),
        ("m\n", ("move_mute",)),
        ("k\n", ("check", 1000.0)),
        ("4\n", ("set_cells", "flat")),
        ("+\n", ("turn_volume", 1)),
        (" - \n", ("turn_volume", -1)),
    ],
)
def test_each_letter_does_what_the_help_says(fake_session, typed, call):
    lines.play(fake_session, [typed, "q\n"], lambda line: None)
    assert fake_session.calls == [call]


def test_what_happens_is_shown_once_a_line_also_if_it_comes_late(fake_session):
    log = [LogLine(900.0, "you", "Pressed the block.", 1), LogLine(2200.0, "ear", "Heard.", 2)]
    delayed = LogLine(1000.0, "block", "Took the press.", 3)
    fake_session.state = PlayState(log=tuple(log))
    shown = []
    fake_session.press = lambda: setattr(
        fake_session, "state", PlayState(log=(log[0], delayed, log[1]))
    )
    lines.play(fake_session, ["", "zz", "q"], shown.append)
    assert shown == [
        lines.HELP,
        "    0.9  you    Pressed the block.",
        "    2.2  ear    Heard.",
        "    1.0  block  Took the press.",
        lines.HELP,
    ]


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
