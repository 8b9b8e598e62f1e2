"""Pulls, half pulls, bounces and broken wires at the lever."""

from itertools import pairwise
from random import Random

import pytest
from tests.pins import GPIO

from pingblock.virtual.parts.contact import CLEAN, Bounce
from pingware.services.lever import HALF_PULL_MS

RUN_MS = 5000
HOME_MS = 2500  # time from the end of a wiggle until the worms rest
STUCK_MS = 30_000
FRAME_MS = 20
START_MS = 30  # time until the report, which counts from the edge
UGLY = Bounce(bounce_ms=8.0, edges=20)
# The rules are the same on each engine, and slower to test on the chip.
desk_only = pytest.mark.parametrize("engine", ["desk"])


def rattle(bench, for_ms, chance, mean_us=3000.0):
    """Opens and closes the lever's switch at random for a time, then lets it rest."""
    at_us = bench.now_ms * 1000
    end_us, opens = at_us + for_ms * 1000, True
    while at_us < end_us:
        bench.engine.drive(at_us, GPIO["lever"], None if opens else False)
        at_us, opens = at_us + 20 + chance.expovariate(1 / mean_us), not opens
    bench.engine.drive(end_us, GPIO["lever"], False)


def plays(bench):
    """Returns whether a press of the block gives its one coin."""
    before = len(bench.events("outcome"))
    bench.press()
    bench.advance(1000)
    return len(bench.events("outcome")) == before + 1


def blinks(bench):
    """Returns whether the light goes on and off within the next second."""
    seen = set()
    for _ in range(10):
        bench.advance(100)
        seen.add(bench.led() != (0, 0, 0))
    return seen == {True, False}


@pytest.mark.rules
def test_half_pull_is_ignored_and_200_ms_start_a_wiggle(apple):
    for held_ms in (1, 145, 1, 145):
        apple.pull(held_ms)
        apple.bench.advance(1000)
    assert apple.states() == []
    assert apple.heard_hz(1000) == []
    assert apple.moves() == []
    assert apple.status()["state"] == "ready"
    for bounce in (CLEAN, UGLY):
        apple.pull(200, bounce)
        apple.bench.advance(100)
        assert apple.states()[-2:] == ["armed", "started"]


@pytest.mark.rules
def test_pulled_lever_sounds_and_lights_but_moves_nothing(apple):
    bench = apple.bench
    bench.pull_lever()
    bench.advance(HALF_PULL_MS + 50)
    assert apple.states() == ["armed"]
    bench.advance(200)
    lit = [bench.led()]
    for _ in range(8):
        bench.advance(200)
        lit.append(bench.led())
    assert apple.heard_hz(1000) == [pytest.approx(1480, rel=0.01)], "the ratchet, on each engine"
    assert len({sum(colour) for colour in lit}) > 3, "the light does not breathe"
    assert all(a != (0, 0, 0) or b != (0, 0, 0) for a, b in pairwise(lit))
    assert apple.moves() == []
    assert apple.status()["state"] == "armed"


def test_release_starts_one_wiggle_within_30_ms(apple):
    for bounce in (CLEAN, UGLY):
        told = len(apple.states())
        released_ms = apple.pull(bounce=bounce)
        apple.bench.advance(500)
        assert apple.states()[told:] == ["armed", "started"]
        assert 0 <= apple.last("started")["at_ms"] - released_ms <= START_MS
        first = apple.moves(released_ms)[0]
        assert 0 <= first.time_ms - released_ms <= START_MS + 2 * FRAME_MS
        assert len(apple.heard_hz(released_ms)) == 2, "the start signal has two notes"
        apple.bench.request("worms", run="stop")
        apple.bench.advance(HOME_MS)


@pytest.mark.rules
def test_pull_during_a_wiggle_stops_and_restarts_it(apple):
    bench = apple.bench
    apple.pull()
    bench.advance(2000)
    apple.pull(bounce=UGLY)
    bench.advance(RUN_MS + HOME_MS)
    assert apple.states() == ["armed", "started", "stopped", "armed", "started", "ended"]
    assert [event["run"] for event in apple.runs()] == [0, 1, 1, 1, 2, 2]
    apple.check_pulses()
    apple.check_home()


@desk_only
def test_lever_held_during_a_wiggle_returns_the_worms_home(apple):
    bench = apple.bench
    apple.pull()
    bench.advance(2000)
    bench.pull_lever()
    bench.advance(HOME_MS)
    assert apple.states()[-2:] == ["stopped", "armed"]
    apple.check_home()


@desk_only
def test_stuck_lever_is_one_fault_and_everything_else_works(open_apple, only):
    apple = open_apple(run_s=[5, 5], **only("coins", 1))
    bench = apple.bench
    bench.pull_lever()
    bench.advance(STUCK_MS - 500)
    assert apple.faults() == []
    bench.advance(1000)
    assert apple.faults() == ["lever_stuck"]
    assert apple.states() == ["armed", "stopped"]
    assert blinks(bench)
    bench.advance(2000)
    assert apple.faults() == ["lever_stuck"]
    assert plays(bench)
    assert bench.request("worms", run="start")["ok"]["reply"] == "done"
    bench.advance(RUN_MS + HOME_MS)
    assert apple.states()[-2:] == ["started", "ended"]
    bench.release_lever()
    bench.advance(1500)
    assert len(bench.events("lever_free")) == 1
    assert apple.states() == ["armed", "stopped", "started", "ended"]
    apple.pull()
    bench.advance(100)
    assert apple.states()[4:] == ["armed", "started"], "the freed lever must work again"
    assert bench.request("status")["ok"]["faults"] == {"lever_stuck": 1}


@desk_only
def test_chattering_lever_is_one_fault_and_everything_else_works(open_apple, only):
    apple = open_apple(run_s=[5, 5], **only("coins", 1))
    bench = apple.bench
    rattle(bench, 9000, Random(1))
    bench.advance(4500)
    assert apple.faults() == []
    bench.advance(1500)
    assert apple.faults() == ["lever_chatter"]
    assert plays(bench)
    bench.request("worms", run="start")
    bench.advance(RUN_MS + HOME_MS)
    assert apple.states() == ["started", "ended"]
    apple.check_home()
    assert apple.faults() == ["lever_chatter"]
    assert len(bench.events("lever_free")) == 1
    apple.pull()
    bench.advance(100)
    assert apple.states()[-2:] == ["armed", "started"]


@pytest.mark.rules
def test_block_without_a_base_plays_and_reports_no_fault(open_apple, only):
    """Without a plug the lever's pin reads pulled from power-on forever."""
    apple = open_apple(until_ms=0, **only("coins", 1))
    bench = apple.bench
    bench.pull_lever(0, CLEAN)
    bench.advance(STUCK_MS + 2000)
    assert apple.states() == []
    assert apple.faults() == []
    assert not blinks(bench)
    assert plays(bench)
    assert bench.request("status")["ok"]["faults"] == {}


def test_lever_held_while_booting_counts_after_its_release(open_apple):
    apple = open_apple(until_ms=0)
    bench = apple.bench
    bench.pull_lever(0, CLEAN)
    bench.release_lever(2000)
    bench.advance(2500)
    assert apple.states() == []
    apple.pull()
    bench.advance(120)  # 100 ms of rest, then a line over the link
    assert apple.states() == ["armed", "started"]
