"""A cable that anybody may pull, at any instant: no restart, no fault, no tail of an old line."""

from random import Random

import pytest
from tests.bench.branches import branch
from tests.scenarios.trials import cable_moves
from tests.scenarios.trials.cable_moves import nothing_wrong, out_for

from pingblock.virtual.chip.corrections.usb_pll import usb_clock_runs
from pingblock.virtual.parts.contact import CLEAN

OUT_MS = (10.0, 40.0, 70.0, 110.0, 160.0, 400.0, 900.0)
UP_MS = 4000.0
OFF_MS = 90_000.0


@pytest.fixture
def ready(opened, only):
    """A block on its cable that plays one coin, idle."""
    return lambda engine: opened(engine, until_ms=UP_MS, **only("coins", 1))


def sliced(few, every):
    """Two cases: a few instants, and all of them in ``make test-all``."""
    return [
        pytest.param(few, id="some"),
        pytest.param(every, id="all", marks=pytest.mark.long),
    ]


@pytest.mark.frozen
@pytest.mark.pico2
@pytest.mark.parametrize("engine", ["desk", "chip", "pico2"])
@pytest.mark.parametrize("instants", sliced([2, 4, 7, 11], range(31)))
def test_cable_pulled_at_each_ms_of_a_message_causes_nothing(ready, engine, instants):
    bench = ready(engine)
    for place, after_ms in enumerate(instants):
        cable_moves.pulled_in_message(bench, after_ms, OUT_MS[place % len(OUT_MS)])
    assert len(bench.events("outcome")) >= len(instants) // 2


@pytest.mark.frozen
@pytest.mark.pico2
@pytest.mark.parametrize("engine", ["desk", "chip", "pico2"])
@pytest.mark.parametrize("instants", sliced([95, 97, 99, 129], range(0, 170)))
def test_message_at_each_ms_of_a_cables_return_arrives_once(ready, engine, instants):
    bench = ready(engine)
    for press_ms in instants:
        cable_moves.returns_in_message(bench, press_ms)
    draws = [event["draw"] for event in bench.events("outcome")]
    assert draws == list(range(1, len(instants) + 1))
