"""The block's button starts the prepared outcome. While check is held, it picks the next game."""

import sys
import time
from types import ModuleType, SimpleNamespace
from unittest.mock import MagicMock, patch

import pytest
from tests.fakes.pins import InputPin
from tests.unit.firmware.app.play.between_bytecodes import interrupted_at_each

from pingware.app.play.block_button import BlockButton


class Board:
    """Peripherals that the key uses."""

    def __init__(self, games=("block", "base")):
        self.GAMES = games
        self.check = InputPin()

    def input_pin(self, signal):
        return self.check if signal == "check_button" else InputPin()

    def held_off(self):
        return False

    def without_interrupts(self, call):
        return call()


class Sound:
    """A speaker that is free, or not. It remembers the started sounds."""

    def __init__(self):
        self.free = True
        self.started = []

    def ready(self):
        return self

    def start(self, program):
        if self.free:
            self.started.append(program)
        return self.free


@pytest.fixture
def key_of(monkeypatch):
    monkeypatch.setattr(time, "ticks_us", lambda: 0, raising=False)
    monkeypatch.setattr(time, "ticks_ms", lambda: 777, raising=False)

    def made(games=("block", "base")):
        board, sound, sets = Board(games), Sound(), []
        signal = SimpleNamespace(set=lambda: sets.append(True))
        key = BlockButton(board, sound, signal)
        key.finger = key._on_press
        return SimpleNamespace(key=key, board=board, sound=sound, signals=sets)

    return made


def test_press_starts_armed_outcome_once_and_wakes_the_tasks(key_of):
    made = key_of()
    made.key.arm("heads", "ring")
    made.key.finger()
    made.key.finger()
    assert made.sound.started == ["ring"]
    assert made.key.take_fired() == "heads"
    assert made.key.fired_ms == 777
    assert made.key.take_fired() is None
    assert len(made.signals) == 2


@pytest.mark.parametrize("how", ["busy", "disarmed", "never armed"])
def test_press_that_starts_no_sound_draws_no_outcome(key_of, how):
    made = key_of()
    if how != "never armed":
        made.key.arm("heads", "ring")
    made.sound.free = how != "busy"
    if how == "disarmed":
        made.key.disarm()
    assert made.key.press() is False
    assert made.key.take_fired() is None
    assert made.sound.started == []


def test_press_with_check_held_asks_only_for_the_next_game(key_of):
    made = key_of()
    made.key.arm("heads", "ring")
    made.board.check.level = 0
    made.key.shift(True)
    made.key.finger()
    assert (made.key.take_next_game(), made.key.take_next_game()) == (True, False)
    assert (made.sound.started, made.key.take_fired()) == ([], None)


@pytest.mark.parametrize("held", [False, True], ids=["finger", "link"])
def test_check_that_is_only_low_does_not_change_a_press(key_of, held):
    made = key_of()
    made.key.arm("heads", "ring")
    made.board.check.level = 0  # it is held, bounces, or is stuck
    made.key.shift(held)
    assert made.key.press() is True if held else made.key.finger() is None
    assert made.key.take_next_game() is False
    assert made.sound.started == ["ring"]


def test_press_on_a_base_without_block_goes_to_the_referee(key_of):
    made = key_of(games=("base",))
    made.key.arm("heads", "ring")
    made.key.finger()
    assert made.sound.started == []
    assert (made.key.take_press(), made.key.take_press()) == (True, False)


def test_press_during_arm_plays_the_old_or_the_new_outcome(key_of):
    def run(interrupt):
        made = key_of()
        made.key.arm("heads", "ring")
        interrupt(made.key.finger)
        made.key.arm("tails", "knock")
        return made.key.take_fired(), made.sound.started

    found = [pair for _place, pair in interrupted_at_each([BlockButton.arm], run)]
    assert set(map(str, found)) == {"('heads', ['ring'])", "('tails', ['knock'])"}


def started(key_of):
    key = key_of().key
    key.arm(True, "ring")
    return key._on_press, key.take_fired


def without_block(key_of):
    key = key_of(("base",)).key
    return key._on_press, key.take_press


def with_check_held(key_of):
    made = key_of()
    made.board.check.level = 0
    made.key.shift(True)
    return made.key._on_press, made.key.take_next_game


def end_of_sound(_key_of):
    only_there = {"deflate": ModuleType("deflate"), "pingware.drivers.speaker": MagicMock()}
    with patch.dict(sys.modules, only_there):
        from pingware.app.play.sound_output import SoundOutput
    sound = object.__new__(SoundOutput)
    sound.ended, sound._other_gain, sound._signal = False, False, SimpleNamespace(set=bool)
    return sound._on_end, sound.take_ended


@pytest.mark.parametrize("made", [started, without_block, with_check_held, end_of_sound])
def test_interrupt_while_its_note_is_taken_is_never_lost(key_of, made):
    def run(interrupt):
        handler, take = made(key_of)
        interrupt(handler)
        return [take() for _ in range(3)].count(True)

    code = made(key_of)[1].__func__
    found = [taken for _place, taken in interrupted_at_each([code], run)]
    last = len(found) // 3  # An interrupt within the last call is handled by the next call.
    assert set(found[:-last]) == {1}
    assert last > 3
