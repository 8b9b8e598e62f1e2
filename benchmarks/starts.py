"""Kinds of sound that can play at a press. Each function stops just before the first sample."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.latency import start_run
from benchmarks.takeover import first_change_ms
from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.virtual_device import Bench

BEFORE_MS = 1.0
SAVED_MS = 8000.0  # The device stores settings in quiet moments before this time.
RUN_S, TICKS_FROM_MS = 6, 950.0
HOLD_MS = 2010.0  # Released before the result, because a press while it is held chooses a game.


def _up_to(bench: Bench, within_ms: float) -> float:
    """Advances to just before the pin moves. Returns that emulated time in ms."""
    at_ms = first_change_ms(bench, lambda: None, within_ms)
    bench.advance_to(at_ms - BEFORE_MS)
    return at_ms


def power_on_ping(bench: Bench) -> float:
    """Switches the power off and on, and waits for the ping of power-on."""
    bench.advance(SAVED_MS)
    bench.power_off()
    bench.advance(50)
    bench.power_on()
    bench.advance(40)
    return _up_to(bench, 500)  # the ping must come about 100 ms after power-on


def soft_tick(bench: Bench) -> float:
    """Presses the check button before any outcome, so that it has no outcome to repeat."""
    bench.check(bench.now_ms + 50, bounce=CLEAN)
    return _up_to(bench, 600)


def tick_of_a_run(bench: Bench) -> float:
    """Lets the worms wiggle until the first tick of the last five seconds."""
    start_run(bench, RUN_S)
    bench.advance(TICKS_FROM_MS)
    return _up_to(bench, 400)


def battery_result(bench: Bench) -> float:
    """Holds the check button until the result of the battery check sounds."""
    bench.check(bench.now_ms + 50, for_ms=HOLD_MS, bounce=CLEAN)
    bench.advance(1500)
    return _up_to(bench, 1500)


def repeat(bench: Bench) -> float:
    """Lets the check button repeat a press's outcome. No other sound interrupts that."""
    bench.press(bounce=CLEAN)
    bench.advance(1500)
    bench.check(bench.now_ms + 50, bounce=CLEAN)
    return _up_to(bench, 600)


Start = Callable[[Bench], float]
YIELD: tuple[Start, ...] = (power_on_ping, soft_tick, tick_of_a_run, battery_result)
