"""A cable that is pulled at any instant causes no restart, no fault, no rest of an old line."""

from contextlib import suppress
from functools import partial
from random import Random

import pytest
from benchmarks.branches import branch
from reliability.life import boot
from reliability.operations import OPERATIONS
from reliability.slot_operations import with_cable
from tests import slots_image
from tests.scenarios.trials import cable_moves
from tests.scenarios.trials.cable_moves import nothing_wrong, out_for

from pingblock.boards.board import BOARD, with_chip
from pingblock.errors import PingblockError
from pingblock.virtual.chip.corrections.usb_pll import usb_clock_runs
from pingblock.virtual.parts.contact import CLEAN

OUT_MS = (10.0, 40.0, 70.0, 110.0, 160.0, 400.0, 900.0)
UP_MS = 4000.0
OFF_MS = 90_000.0
LASTS_MS = {"put": 1500.0, "upload": 8000.0, "trial": 12_000.0}
IN_PLACE = ("upload", "trial")


@pytest.fixture
def ready(opened, only):
    """Returns an idle block on its cable that plays one coin."""
    return lambda engine: opened(engine, until_ms=UP_MS, **only("coins", 1))


def sliced(few, every):
    """Two cases: a few instants, and all of them in ``make test-all``."""
    return [
        pytest.param(few, id="some"),
        pytest.param(every, id="all", marks=pytest.mark.long),
    ]


@pytest.mark.pico2
@pytest.mark.parametrize("engine", ["desk", "chip", "pico2"])
@pytest.mark.parametrize("instants", sliced([2, 4, 7, 11], range(31)))
def test_unplugging_during_a_message_causes_nothing(ready, engine, instants):
    bench = ready(engine)
    for place, after_ms in enumerate(instants):
        cable_moves.pulled_in_message(bench, after_ms, OUT_MS[place % len(OUT_MS)])
    assert len(bench.events("outcome")) >= len(instants) // 2


def test_pico_w_unplugged_in_a_message_sends_nothing_wrong(opened, only):
    pico_w = with_chip(BOARD, "rp2040", radio=True)  # USB power causes no interrupt there.
    bench = opened("chip", until_ms=UP_MS, board=pico_w, **only("coins", 1))
    for after_ms, out_ms in zip(range(24, 29), OUT_MS[:5], strict=True):
        cable_moves.pulled_in_message(bench, after_ms, out_ms)
    for after_ms in (2, 5, 8):  # The test of the cells ends just when the cable is plugged in.
        cable_moves.pulled_in_message(bench, after_ms, 400.0)


@pytest.mark.pico2
@pytest.mark.parametrize("engine", ["desk", "chip", "pico2"])
def test_next_session_gets_nothing_of_a_waiting_line(ready, engine):
    bench = ready(engine)
    for out_ms in (40.0, 900.0):
        for closes in (False, True):
            cable_moves.pulled_while_line_waits(bench, out_ms, closes)
    assert bench.request("hello")["ok"]


@pytest.mark.pico2
@pytest.mark.parametrize("engine", ["desk", "chip", "pico2"])
@pytest.mark.parametrize("instants", sliced([95, 97, 99, 129], range(0, 170)))
def test_message_around_plugging_in_arrives_once(ready, engine, instants):
    bench = ready(engine)
    for press_ms in instants:
        cable_moves.returns_in_message(bench, press_ms)
    draws = [event["draw"] for event in bench.events("outcome")]
    assert draws == list(range(1, len(instants) + 1))


@pytest.mark.parametrize("engine", ["desk", "chip"])
def test_good_cells_stay_good_after_short_unplugging(ready, engine):
    bench = ready(engine)
    for out_ms in OUT_MS:
        with nothing_wrong(bench, out_ms):
            out_for(bench, out_ms)
            bench.advance(1500)
    bench.unplug()
    bench.advance(3000)
    bench.plug()
    bench.advance(cable_moves.SETTLED_MS)
    assert [event["verdict"] for event in bench.events("battery")] == ["good"]


@pytest.mark.parametrize("engine", ["chip"])
@pytest.mark.parametrize("instants", sliced([-5, 8, 31, 44], range(-40, 80)))
def test_cable_moved_during_a_battery_test_causes_no_fault(ready, engine, instants):
    bench = ready(engine)
    bench.unplug()
    bench.advance(UP_MS)
    begins_ms = branch(partial(cable_moves.test_begins_ms, bench))
    for place, after_ms in enumerate(instants):
        back_ms = (12.0, 35.0, 200.0)[place % 3]
        branch(partial(cable_moves.moves_in_test, bench, begins_ms + after_ms, back_ms))


def falls_asleep(bench):
    """Lets a device on cells fall asleep. Returns whether its USB clock is running then."""
    bench.advance(OFF_MS + 5000)
    return usb_clock_runs(bench.engine.silicon.mcu)


@pytest.mark.parametrize("before", ["cells", "computer", "moved"])
def test_clocks_in_sleep_do_not_depend_on_the_past(opened, before):
    bench = opened("chip", until_ms=0)
    if before == "cells":
        bench.unplug()
    bench.advance_to(UP_MS)
    if before != "cells":
        assert bench.request("hello")["ok"]
    for out_ms in OUT_MS if before == "moved" else ():
        out_for(bench, out_ms)
        bench.advance(700)
    bench.unplug()
    assert usb_clock_runs(bench.engine.silicon.mcu), "its converter needs the clock"
    with nothing_wrong(bench, before):
        assert not falls_asleep(bench)
        bench.press(bounce=CLEAN)
        bench.advance(50)
        assert usb_clock_runs(bench.engine.silicon.mcu)
        assert not falls_asleep(bench)
        bench.plug()
        bench.advance(cable_moves.SETTLED_MS)
    assert bench.request("hello")["ok"]
    assert len(bench.events("outcome")) == 1


@pytest.mark.parametrize("engine", ["chip"])
@pytest.mark.parametrize("count", sliced(2, 100))
def test_cable_moved_during_a_nap_causes_nothing(ready, engine, count):
    bench = ready(engine)
    bench.unplug()
    bench.advance(OFF_MS - 2000)

    def moved(seed):
        chance = Random(f"nap {seed}")
        with nothing_wrong(bench, seed):
            bench.advance(chance.uniform(0, 12_000))
            bench.plug()
            bench.advance(chance.choice((15.0, 60.0, 115.0, 125.0, 140.0, 300.0)))
            bench.unplug()
            bench.advance(chance.uniform(0, 300))
            bench.press(bounce=CLEAN)
            bench.advance(1000)
            bench.plug()
            bench.advance(cable_moves.SETTLED_MS)
        assert bench.request("hello")["ok"]
        assert len(bench.events("outcome")) == 1

    for seed in range(count):
        branch(partial(moved, seed))


# A hundred uploads take more than 10 minutes on an idle processor, so a single test of all would
# look like a hang.
QUARTERS = [
    pytest.param(range(at, at + 25), id=f"all from {at}", marks=pytest.mark.long)
    for at in range(0, 100, 25)
]


@pytest.mark.parametrize("what", ["put", *IN_PLACE])
@pytest.mark.parametrize("seeds", [pytest.param(range(2), id="some"), *QUARTERS])
def test_cable_moved_during_upload_or_trial_causes_no_fault(what, seeds):
    if what in IN_PLACE:
        slots_image.built()
    operation = with_cable(what) if what in IN_PLACE else OPERATIONS[what]
    cable = boot(operation.base())
    bench = cable.bench
    bench.advance_to(UP_MS)

    def moved(seed):
        chance = Random(f"{what} {seed}")
        at_us = bench.engine.now_us + 1000 * chance.uniform(0, LASTS_MS[what])
        before = len(bench.events())
        bench.engine.plug(at_us, False)
        bench.engine.plug(at_us + 1000 * chance.choice(OUT_MS), True)
        with suppress(PingblockError, OSError):
            operation.act(cable)
        bench.advance(2 * cable_moves.SETTLED_MS)
        found = [event for event in bench.events()[before:] if event["kind"] in ("fault", "text")]
        assert not found, (seed, found)
        assert bench.request("hello")["ok"]
        if what == "trial":  # The cable does not affect the end of the trial.
            assert bench.request("update", what="state")["ok"]["state"] == "confirmed", seed

    for seed in seeds:
        branch(partial(moved, seed))
