"""Sleep and the worms: never in a wiggle, and the lever wakes the device."""

from itertools import pairwise

import pytest
from tests.seldom import seldom

from pingblock.virtual.parts.contact import CLEAN

OFF_MS = 90_000
NAP_MS = 4000
RUN_MS = 5000
HOME_MS = 2500


@pytest.fixture
def on_cells(open_apple):
    """Opens a base on fresh cells, without a cable."""

    def made(**settings):
        apple = open_apple(until_ms=0, **settings)
        apple.bench.unplug()
        apple.bench.advance_to(2000)
        return apple

    return made


def plugged(apple):
    apple.bench.plug()
    apple.bench.advance(NAP_MS + 2500)


@pytest.mark.parametrize("later_ms", [seldom(0.0), 1777.7])
def test_pull_wakes_the_device_and_counts(on_cells, later_ms):
    apple = on_cells(run_s=[5, 5])
    bench = apple.bench
    bench.advance_to(OFF_MS + 20_000 + later_ms)
    released_ms = apple.pull()
    bench.advance(RUN_MS + HOME_MS)
    assert len(apple.path(released_ms)) > 50
    plugged(apple)
    assert apple.states() == ["armed", "started", "ended"]
    assert apple.last("started")["at_ms"] == pytest.approx(released_ms, abs=10)
    assert apple.last("ended")["at_ms"] == pytest.approx(released_ms + RUN_MS, abs=10)
    apple.check_home()


@pytest.mark.rules
def test_half_pull_in_sleep_is_ignored(on_cells):
    apple = on_cells()
    apple.bench.advance_to(OFF_MS + 20_000)
    apple.pull(100)
    apple.bench.advance(3000)
    plugged(apple)
    assert apple.states() == []


@pytest.mark.rules
def test_device_stays_awake_during_a_wiggle(on_cells):
    apple = on_cells(run_s=[10, 10])
    bench = apple.bench
    bench.advance_to(OFF_MS - 5000)
    released_ms = apple.pull(bounce=CLEAN)
    bench.advance(10_000 + HOME_MS)
    times_ms = [row.time_ms for row in apple.moves(released_ms)]
    longest_ms = max(b - a for a, b in pairwise(times_ms))
    assert longest_ms < 2000, "the worms stood still"
    plugged(apple)
    assert apple.last("ended")["at_ms"] == pytest.approx(released_ms + 10_000, abs=10)


@pytest.mark.parametrize("engine", ["chip"])
def test_pull_keeps_the_device_awake_for_90_s(on_cells):
    apple = on_cells(run_s=[5, 5])
    bench = apple.bench
    bench.advance_to(OFF_MS - 20_000)
    apple.pull()
    bench.advance_to(OFF_MS + 20_000)
    before = bench.engine.cycles
    bench.advance(2000)
    awake = bench.engine.cycles - before
    bench.advance_to(2 * OFF_MS + 20_000)
    before = bench.engine.cycles
    bench.advance(2000)
    assert bench.engine.cycles - before < awake / 4
