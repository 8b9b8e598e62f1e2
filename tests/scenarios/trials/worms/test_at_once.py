"""Block and worms play at the same time without disturbing each other."""

import numpy as np
import pytest
from tests.waveforms import max_click

from pingblock.virtual.parts.contact import CLEAN

PING_MS, PING_HZ = 350.5, 1175
END_HZ = [1568, 1568, 1047]
ANSWER_MAX_MS = 20.0  # until it is audible: another sound fades out first, then comes the ramp
RUN_MS = 5000
HOME_MS = 2500
# The rules are the same on each engine, and slower to test on the chip.
desk_only = pytest.mark.parametrize("engine", ["desk"])


def near(pitches):
    return [pytest.approx(hz, rel=0.03) for hz in pitches]


def pings(bench, after_ms):
    """When the notes of coins began, ms."""
    onsets = [onset for onset in bench.heard().onsets if onset.at_ms >= after_ms]
    return [onset.at_ms for onset in onsets if onset.hz == pytest.approx(PING_HZ, rel=0.01)]


@pytest.fixture
def playing(open_apple, only):
    """Opens a base during a wiggle. Returns it, and the time of the lever's release."""

    def made(kind, coins=0, **settings):
        apple = open_apple(run_s=[5, 5], **only(kind, coins), **settings)
        return apple, apple.pull()

    return made


@pytest.mark.parametrize(
    ("engine", "later_ms"),
    [*[("desk", ms) for ms in (3.0, 130.0, 2010.0)], ("chip", 130.0)],
)
def test_press_during_a_wiggle_sounds_at_once(playing, later_ms):
    apple, released_ms = playing("coins", 6)
    bench = apple.bench
    bench.advance_to(released_ms + later_ms)
    pressed_ms = bench.now_ms
    bench.press(bounce=CLEAN)
    bench.advance(3000)
    # The first ping can be inaudible in the sound that it replaces.
    heard_ms = pings(bench, pressed_ms)[-5:]
    assert np.diff(heard_ms) == pytest.approx([PING_MS] * 4, abs=2)
    assert 0 < heard_ms[0] - PING_MS - pressed_ms <= ANSWER_MAX_MS
    assert len(bench.events("outcome")) == 1
    bench.advance(RUN_MS)
    assert apple.states() == ["armed", "started", "ended"]
    assert apple.last("ended")["at_ms"] == pytest.approx(released_ms + RUN_MS, abs=10)
    assert bench.request("status")["ok"]["underruns"] == 0


@pytest.mark.rules
def test_ticks_pause_during_an_outcome(playing):
    apple, released_ms = playing("coins", 3)
    bench = apple.bench
    bench.advance_to(released_ms + 1700)
    bench.press(bounce=CLEAN)
    bench.advance(4500)
    told_hz = apple.heard_hz(released_ms + 900)
    assert told_hz == near([1109, *[PING_HZ] * 3, 1397, 1568, *END_HZ])


@pytest.mark.rules
@pytest.mark.parametrize(("kind", "coins"), [("coins", 6), ("game_over", 0)])
def test_end_signal_waits_for_the_end_of_an_outcome(playing, kind, coins):
    apple, released_ms = playing(kind, coins)
    bench = apple.bench
    bench.advance_to(released_ms + RUN_MS - 500)
    bench.press(bounce=CLEAN)
    bench.advance(6000)
    assert apple.last("ended")["at_ms"] == pytest.approx(released_ms + RUN_MS, abs=10)
    assert apple.heard_hz(released_ms + 900)[-3:] == near(END_HZ)
    assert bench.request("status")["ok"]["underruns"] == 0
    assert max_click(bench.parts.sound) <= 0.05
    apple.check_home()


@pytest.mark.rules
def test_end_signal_cut_off_by_a_press_is_repeated(playing):
    apple, released_ms = playing("coins", 2)
    bench = apple.bench
    bench.advance_to(released_ms + RUN_MS + 60)
    bench.press(bounce=CLEAN)
    bench.advance(4000)
    told_hz = apple.heard_hz(released_ms + RUN_MS)
    assert told_hz[-5:] == near([PING_HZ, PING_HZ, *END_HZ])


def test_outcome_sounds_the_same_during_a_wiggle(open_apple, only):
    shapes = []
    for moves in (False, True):
        apple = open_apple(run_s=[5, 5], ticks=False, **only("laugh"))
        bench = apple.bench
        if moves:
            apple.pull()
        bench.advance(1000)
        pressed_ms = bench.now_ms
        bench.press(bounce=CLEAN)
        bench.advance(2500)
        wave = bench.parts.sound.waveform(pressed_ms * 1000)
        levels = wave.levels[wave.times_us > pressed_ms * 1000]
        shapes.append(levels[np.flatnonzero(levels)[0] :][:20_000])
    assert np.array_equal(*shapes)


@pytest.mark.rules
def test_each_press_during_a_wiggle_counts(playing):
    apple, _ = playing("coins", 1)
    bench = apple.bench
    for _ in range(8):
        bench.press()
        bench.advance(620)
    bench.advance(RUN_MS)
    assert [event["draw"] for event in bench.events("outcome")] == list(range(1, 9))
    assert apple.states() == ["armed", "started", "ended"]
    assert bench.request("status")["ok"]["underruns"] == 0
    apple.check_pulses()
    apple.check_home()


@desk_only
def test_lever_restarts_the_wiggle_during_an_outcome(playing):
    apple, _ = playing("coins", 6)
    bench = apple.bench
    bench.advance(1000)
    bench.press(bounce=CLEAN)
    bench.advance(300)
    released_ms = apple.pull()
    bench.advance(RUN_MS + HOME_MS)
    assert apple.states() == ["armed", "started", "stopped", "armed", "started", "ended"]
    assert apple.last("ended")["at_ms"] == pytest.approx(released_ms + RUN_MS, abs=10)
    assert len(pings(bench, 1000)) == 6


@desk_only
def test_wiggles_restarted_during_an_outcome_end_with_one_signal(playing):
    apple, _ = playing("game_over")
    bench = apple.bench
    bench.advance(1000)
    bench.press(bounce=CLEAN)
    bench.advance(100)
    for _ in range(3):
        released_ms = apple.pull()
        bench.advance(100)
    bench.advance(RUN_MS + HOME_MS)
    assert apple.states().count("stopped") == 3
    told_hz = apple.heard_hz(released_ms)
    assert sum(hz == pytest.approx(523, rel=0.01) for hz in told_hz) <= 2, "one start signal"
    assert told_hz[-3:] == near(END_HZ)
