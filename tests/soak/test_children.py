"""Half an hour with children: 60 wiggles, pulls at silly moments, and presses throughout."""

from random import Random

import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.engines import ENGINES
from pingblock.virtual.parts.contact import Bounce
from pingblock.virtual.virtual_device import open_bench

MINUTES, RUNS = 30, 60
RUN_S = [5, 20]
SLOT_MS = MINUTES * 60_000 / RUNS  # length of each child's turn
SILLY = 0.4  # share of the turns in which the lever is also pulled during the wiggle
HALF = 0.5  # share of the turns in which the lever is also pulled only halfway
ERROR_MS = 10.0
ROUNDING_US = 0.6
LOWEST_US, HIGHEST_US = 500 + 1900 * 60 / 180, 500 + 1900 * 120 / 180
# A press during another outcome gets no answer. The longest outcome takes 4 s.
LONGEST_MS = 4500.0


class Children:
    """Children at a device, and a record of what they do.

    Args:
        bench: an open virtual device.
        seed: decides their actions and times.
    """

    def __init__(self, bench, seed):
        self.bench = bench
        self.presses = 0  # number of presses that the device must count
        self.full_pulls = 0
        self._chance = Random(seed)
        self._press_ms = bench.now_ms + 2000

    def wait_until(self, at_ms):
        """Lets time pass, and presses the block now and then."""
        while self._press_ms < at_ms:
            self.bench.advance_to(self._press_ms)
            self.bench.press(for_ms=self._chance.uniform(30, 300))
            self.presses += 1
            self._press_ms += LONGEST_MS + self._chance.uniform(0, 9000)
        self.bench.advance_to(at_ms)

    def wait(self, ms):
        self.wait_until(self.bench.now_ms + ms)

    def pull(self, held_ms):
        """Pulls the lever, whose switch bounces strongly, and releases it."""
        bounce = Bounce(bounce_ms=self._chance.uniform(0, 8), edges=self._chance.randrange(20))
        self.bench.pull_lever(bounce=bounce)
        self.wait(held_ms)
        self.bench.release_lever(bounce=bounce)
        self.full_pulls += held_ms >= 200

    def turn(self, end_ms):
        """Plays a child's turn: one or more full pulls, until the worms rest."""
        chance = self._chance
        if chance.random() < HALF:
            self.pull(chance.uniform(1, 120))
            self.wait(chance.uniform(200, 900))
        self.pull(chance.uniform(200, 3000))
        if chance.random() < SILLY:
            self.wait(chance.uniform(30, 8000))
            self.pull(chance.choice((20, 90, 210, 700)))
        self.wait_until(end_ms)


@pytest.fixture(params=sorted(ENGINES))
def bench(request):
    """A device with a fixed seed and wiggles of surprising length, on each engine there is."""
    try:
        opened = open_bench(request.param, seed=5)
    except Unavailable as lack:
        pytest.skip(str(lack))
    with opened:
        opened.advance_to(1500)
        yield opened


def check_rest(bench):
    """Fails unless the worms rest: no pulse, no power."""
    assert bench.parts.servo.pulse_us == 0.0, bench.now_ms
    assert not bench.parts.servo.powered, bench.now_ms


def check_lengths(runs):
    """Fails unless each wiggle had the announced length. Returns the errors in ms."""
    began_ms, errors_ms = 0.0, []
    for event in runs:
        if event["state"] == "started":
            began_ms = event["at_ms"]
        elif event["state"] == "ended":
            errors_ms.append(event["at_ms"] - began_ms - event["length_ms"])
    assert max(map(abs, errors_ms)) <= ERROR_MS
    return errors_ms


def children_play(bench, **settings):
    """Plays the session and returns the children."""
    bench.request("worms_set", run_s=RUN_S, **settings)
    children = Children(bench, seed=11)
    start_ms = bench.now_ms
    for number in range(RUNS):
        children.turn(start_ms + (number + 1) * SLOT_MS - 200)
        check_rest(bench)
    return children


def test_half_an_hour_of_children_loses_no_press_or_wiggle(bench):
    children = children_play(bench, motion="surprise")
    children.wait(LONGEST_MS)
    runs = bench.events("run")
    assert len(bench.events("outcome")) == children.presses
    assert sum(event["state"] == "started" for event in runs) == children.full_pulls >= RUNS
    told = bench.request("status")["ok"]
    assert told["underruns"] == 0
    assert told["faults"] == {}
    assert [event["cause"] for event in bench.events("reset")] == ["power_on"]
    assert len(check_lengths(runs)) >= RUNS * 0.9
    pulses_us = [row.pulse_us for row in bench.servo() if row.pulse_us]
    assert min(pulses_us) >= LOWEST_US - ROUNDING_US
    assert max(pulses_us) <= HIGHEST_US + ROUNDING_US
