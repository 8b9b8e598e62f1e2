"""Ends of the firmware during a wiggle: no pulse is cut or left, no power stays on."""

import pytest
from tests.scenarios.trials.endings import (
    WATCHDOG_MS,
    ctrl_c,
    ctrl_c_and_soft_reset,
    hanging,
    power_off,
    two_ctrl_c,
)

IN_MID_RUN_MS = 1503.7
FRAME_MS = 20


def moving(open_apple, later_ms=0.0, **how):
    """Returns a base whose worms move, in mid-frame."""
    apple = open_apple(run_s=[20, 20], motion="fast", **how)
    apple.pull()
    apple.bench.advance(IN_MID_RUN_MS + later_ms)
    assert apple.bench.parts.servo.powered
    assert apple.bench.parts.servo.pulse_us > 0
    return apple


@pytest.mark.rules
@pytest.mark.parametrize(
    ("ending", "later_ms"),
    [
        (ctrl_c, 0.0),
        (ctrl_c, 7.0),
        (two_ctrl_c, 3.0),
        (ctrl_c_and_soft_reset, 0.0),
        (power_off, 0),
    ],
)
def test_interrupted_wiggle_leaves_neither_pulse_nor_power(open_apple, ending, later_ms):
    apple = moving(open_apple, later_ms)
    bench = apple.bench
    ended_ms = bench.now_ms
    ending(bench)
    bench.advance(90)
    apple.check_rest()
    apple.check_pulses()
    bench.advance(3000)
    apple.check_rest()
    assert apple.moves(ended_ms + 90) == []


def test_ctrl_c_lets_the_last_pulse_end_before_power_off(open_apple):
    apple = moving(open_apple)
    bench = apple.bench
    since_ms = bench.now_ms
    ctrl_c(bench)
    bench.advance(200)
    rows = apple.rows(since_ms)
    stopped_ms = next(row.time_ms for row in rows if not row.pulse_us)
    off_ms = next(row.time_ms for row in rows if not row.current_ma)
    assert off_ms > stopped_ms, "the PWM takes a new pulse at the end of its frame"
    assert off_ms - since_ms >= FRAME_MS


@pytest.mark.rules
def test_wiggle_after_a_soft_reset_is_complete(open_apple):
    apple = moving(open_apple)
    bench = apple.bench
    ctrl_c_and_soft_reset(bench)
    bench.advance(2500)
    assert [event["cause"] for event in bench.events("reset")] == ["power_on", "soft_reset"]
    apple.set(run_s=[5, 5])
    apple.pull()
    bench.advance(7500)
    assert apple.states()[-3:] == ["armed", "started", "ended"]
    apple.check_pulses()
    apple.check_home()


@pytest.mark.parametrize("engine", ["chip"])
def test_reset_by_the_run_pin_stops_the_worms_at_once(open_apple):
    apple = moving(open_apple)
    bench = apple.bench
    bench.engine.run_pin(bench.engine.now_us, True)
    bench.advance(1)
    apple.check_rest()
    bench.engine.run_pin(bench.engine.now_us, False)
    reset_ms = bench.now_ms
    bench.advance(3000)
    apple.check_rest()
    assert apple.moves(reset_ms) == []
    assert apple.status()["state"] == "ready"
    apple.check_pulses()


def test_hang_during_a_wiggle_ends_by_watchdog_with_resting_worms(engine, open_apple):
    apple = open_apple(**hanging(engine, 3000), run_s=[20, 20])
    bench = apple.bench
    bench.advance_to(1500)
    apple.pull()
    bench.advance_to(3000 + WATCHDOG_MS + 2000)
    assert [event["cause"] for event in bench.events("reset")] == ["power_on", "watchdog"]
    apple.check_rest()
    apple.check_pulses()
    assert apple.status()["state"] == "ready"
    apple.pull()
    bench.advance(1500)
    assert apple.bench.parts.servo.powered


@pytest.mark.rules
def test_unplugging_during_a_wiggle_changes_nothing(open_apple):
    apple = open_apple(run_s=[5, 5])
    bench = apple.bench
    released_ms = apple.pull()
    bench.advance(1000)
    bench.unplug()
    bench.advance(1500)
    bench.plug()
    bench.advance(7500)
    assert apple.last("ended")["at_ms"] == pytest.approx(released_ms + 5000, abs=10)
    assert len(bench.events("reset")) == 1
    apple.check_pulses()
    apple.check_home()
