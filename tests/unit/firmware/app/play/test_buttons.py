"""Meanings of the check button: repeat, battery test, and a shift key while games are chosen."""

import time
from types import SimpleNamespace

import pytest
from tests.fakes.pins import InputPin

from pingware.app.play.buttons import Buttons


class Fingers:
    """Both buttons, and their listeners."""

    def __init__(self, monkeypatch):
        monkeypatch.setattr(time, "ticks_us", lambda: 0, raising=False)
        self.calls = []
        self.check_down = False
        game = SimpleNamespace(
            hold=lambda _ms: self.calls.append("hold"),
            release=lambda _ms: self.calls.append("release"),
        )
        self.host = SimpleNamespace(
            game=game,
            chooser=None,
            check=lambda _ms, held_ms: self.calls.append(("check", held_ms)),
            keep=lambda: self.calls.append("keep"),
        )
        self.block = SimpleNamespace(down=False)
        self.shifts = []  # whether a press would choose the next game, at each check
        block = SimpleNamespace(is_down=lambda: self.block.down, is_settled=lambda: True)
        reports = SimpleNamespace(
            report=lambda message: self.calls.append(message["button"]),
            fault=self.calls.append,
        )
        board = SimpleNamespace(input_pin=lambda _signal: InputPin())
        key = SimpleNamespace(button=block, shift=self.shifts.append)
        signal = SimpleNamespace(set=lambda: None)
        device = SimpleNamespace(board=board, block_button=key, signal=signal)
        self.buttons = Buttons(device, self.host, reports)
        monkeypatch.setattr(self.buttons._check, "is_down", lambda: self.check_down)
        self.now_ms = 1000
        self.tests = 0

    def wait(self, ms):
        """Follows the buttons every 20 ms."""
        for _ in range(ms // 20):
            self.now_ms += 20
            self.tests += self.buttons.follow(self.now_ms)

    def check(self, ms):
        self.check_down = True
        self.wait(ms)
        self.check_down = False
        self.wait(40)


@pytest.fixture
def fingers(monkeypatch):
    return Fingers(monkeypatch)


@pytest.mark.parametrize(
    ("held_ms", "choosing", "calls", "tests"),
    [
        (
            500,
            False,
            ["check", ("check", 500)],
            0,
        ),  # It is reported, and then it acts.
        (3000, False, ["check"], 1),  # It is only reported.
        *((500, True, ["keep"], 0), (3000, True, ["keep"], 0)),
    ],
)
def test_check_button_meaning_depends_on_hold_time_and_game_choice(
    fingers, held_ms, choosing, calls, tests
):
    fingers.host.chooser = object() if choosing else None
    fingers.check(held_ms)
    assert (fingers.calls, fingers.tests) == (calls, tests)


def test_stuck_check_button_is_a_fault_during_a_choice(fingers):
    fingers.host.chooser = object()
    fingers.check(31_000)
    assert fingers.calls == ["check_button_stuck", "keep"]
    assert (fingers.shifts[1400], fingers.shifts[1520]) == (True, False)  # checks are 20 ms apart


def test_block_hold_and_release_reach_the_game(fingers):
    fingers.block.down = True
    fingers.wait(800)
    assert fingers.calls == ["hold"]
    fingers.block.down = False
    fingers.wait(40)
    assert fingers.calls == ["hold", "release"]
