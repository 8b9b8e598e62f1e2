"""Holding the two buttons: the events, their times and counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingware.services.gesture import HOLD, HOLD_MS, LONG, LONG_MS, RELEASE, SHORT, Gesture
from pingware.shared import ticks


def block_button():
    """Returns the gesture of ``app.play.buttons`` that gives HOLD and always RELEASE."""
    return Gesture(HOLD_MS, HOLD, RELEASE)


def check_button():
    """Returns the gesture of ``app.play.buttons`` that gives SHORT, or LONG and RELEASE."""
    return Gesture(LONG_MS, LONG, SHORT)


def follow(gesture, changes, until_ms, step_ms=10, start=0):
    """Polls a gesture. ``changes`` are (ms, pressed). Returns [(ms, event)]."""
    told, level, ahead = [], False, list(changes)
    for ms in range(0, until_ms + 1, step_ms):
        while ahead and ahead[0][0] <= ms:
            level = ahead.pop(0)[1]
        event = gesture.update(level, ticks.add(start, ms))
        if event:
            told.append((ms, event))
    return told


@pytest.mark.parametrize(
    ("make", "up_ms", "told"),
    [
        (block_button, 1500, [(800, "hold"), (1500, "release")]),
        (block_button, 790, [(790, "release")]),
        (check_button, 2090, [(2090, "short")]),
        (check_button, 2600, [(2100, "long"), (2600, "release")]),
    ],
)
def test_presses_are_reported_by_their_length_at_the_right_time(make, up_ms, told):
    assert follow(make(), [(100, True), (up_ms, False)], 3000) == told


@pytest.mark.parametrize(
    ("make", "mark"), [(block_button, (700, "hold")), (check_button, (2000, "long"))]
)
def test_button_held_for_30_s_is_stuck_once_and_recovers(make, mark):
    gesture = make()
    told = follow(gesture, [(0, True), (50_000, False)], 60_000)
    assert told == [mark, (30_000, "stuck"), (50_000, "release")]
    last = "short" if make is check_button else "release"
    assert follow(gesture, [(100, True), (300, False)], 1000) == [(300, last)]


def test_held_follows_the_button():
    gesture = block_button()
    gesture.update(True, 0)
    assert gesture.held
    gesture.update(False, 100)
    assert not gesture.held


def test_hold_is_timed_correctly_across_the_wrap_of_the_ticks():
    told = follow(block_button(), [(0, True)], 1000, start=ticks.PERIOD - 350)
    assert told == [(700, "hold")]


@pytest.mark.parametrize(
    ("make", "at_ms", "hold"), [(check_button, 2500, "long"), (block_button, 99_000, "hold")]
)
def test_late_look_reports_hold_and_release_but_never_stuck(make, at_ms, hold):
    gesture = make()
    gesture.update(True, 0)
    told = [gesture.update(False, at_ms + n) for n in range(3)]
    assert told == [hold, "release", None]


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 40_000)), max_size=40))
def test_every_long_hold_ends_with_exactly_one_release(moves):
    gesture, now, told = check_button(), 0, []
    for pressed, wait_ms in [*moves, (False, 50), (False, 50), (False, 50)]:
        now += wait_ms
        told.append(gesture.update(pressed, now))
    events = [event for event in told if event]
    ends = [event for event in events if event in ("short", "release")]
    assert not gesture.held
    assert events.count("long") == ends.count("release")
    assert events.count("stuck") <= events.count("long")
