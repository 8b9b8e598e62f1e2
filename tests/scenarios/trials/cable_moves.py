"""A cable that can be pulled at any time: its moves at chosen instants, and forbidden effects."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.virtual_device import Bench

# By then, the host has enumerated the device and opened the port, and sounds are over.
SETTLED_MS = 2500.0
CHECK_MS = 2200.0  # Holding the check button for this long starts a test of the cells.
# Events that a device must not report when the cable is plugged in or out. ``text`` is a line that
# is not an event.
WRONG = ("reset", "brown_out", "fault", "text")


@contextmanager
def nothing_wrong(bench: Bench, what: object) -> Iterator[None]:
    """Raises AssertionError with ``what`` if an unwanted event was reported meanwhile."""
    before = len(bench.events())
    yield
    found = [event for event in bench.events()[before:] if event["kind"] in WRONG]
    assert not found, (what, found)


def out_for(bench: Bench, ms: float) -> None:
    """Pulls the cable, and plugs it in again after ``ms``."""
    bench.unplug()
    bench.advance(ms)
    bench.plug()


def pulled_in_message(bench: Bench, after_ms: float, out_ms: float) -> None:
    """Unplugs the cable while the messages of a press and an answer are being sent."""
    with nothing_wrong(bench, ("pulled", after_ms, out_ms)):
        bench.press(bounce=CLEAN)
        bench.send('{"id":"long","do":"describe"}')
        bench.advance(after_ms)
        out_for(bench, out_ms)
        bench.advance(SETTLED_MS)


def pulled_while_line_waits(bench: Bench, out_ms: float, closes: bool) -> None:
    """Pulls the cable while a long answer waits for a program that does not read.

    Args:
        bench: the virtual device, on its cable.
        out_ms: after this time, the cable is plugged in and the next program opens the port.
        closes: whether the program closes the port before.
    """
    with nothing_wrong(bench, ("waiting", out_ms, closes)):
        bench.engine.host_reads(bench.now_ms * 1000, False)
        bench.send('{"id":"long","do":"describe"}')
        bench.advance(SETTLED_MS)
        bench.engine.port(bench.now_ms * 1000, not closes)
        bench.advance(100)
        out_for(bench, out_ms)
        bench.engine.host_reads(bench.now_ms * 1000, True)
        bench.advance(SETTLED_MS)


def returns_in_message(bench: Bench, press_ms: float, out_ms: float = 120.0) -> None:
    """Presses at a time at which messages meet the host's actions after the cable's return."""
    with nothing_wrong(bench, ("returns", press_ms, out_ms)):
        out_for(bench, out_ms)
        bench.press(bench.now_ms + press_ms, bounce=CLEAN)
        bench.advance(SETTLED_MS)


def test_begins_ms(bench: Bench) -> float:
    """Starts a test of the cells. Returns the time when their load was switched on (ms)."""
    bench.check(for_ms=CHECK_MS, bounce=CLEAN)
    until_ms = bench.now_ms + 2 * CHECK_MS
    while not bench.parts.cells_loaded:
        assert bench.now_ms < until_ms, "the test of the cells never began"
        bench.advance(1)
    return bench.now_ms


def moves_in_test(bench: Bench, at_ms: float, back_ms: float) -> None:
    """Plugs the cable in at an instant around the test that a player asks for, or pulls it.

    Args:
        bench: the virtual device, on cells.
        at_ms: when the cable is moved.
        back_ms: after this time, it is moved back.
    """
    with nothing_wrong(bench, ("test", at_ms, back_ms)):
        bench.check(for_ms=CHECK_MS, bounce=CLEAN)
        bench.advance_to(at_ms)
        bench.plug()
        bench.advance(back_ms)
        bench.unplug()
        bench.advance(SETTLED_MS)
        bench.plug()
        bench.advance(SETTLED_MS)
    assert bench.events("battery"), ("the player gets no answer", at_ms, back_ms)
