"""The lever's switch: every edge is recorded with its time, and no important edge is lost."""

import pytest
from tests.fakes.pins import InputPin

from pingware.drivers.lever_switch import LeverSwitch


class Lever(InputPin):
    """A lever's pin, the time, and how often the task was woken."""

    now_ms = woken = 0

    def to(self, level, at_ms):
        self.now_ms = at_ms
        self.turn(level)

    def wake(self):
        self.woken += 1


@pytest.fixture
def wire():
    return Lever(0)


@pytest.fixture
def switch(wire):
    switch = LeverSwitch(wire, lambda: wire.now_ms, wire.wake)
    switch.open()
    assert wire.trigger == wire.IRQ_FALLING | wire.IRQ_RISING
    return switch


def taken(switch):
    edges = []
    while (edge := switch.take_edge()) is not None:
        edges.append(edge)
    return edges


def test_edges_come_in_order_with_their_time(wire, switch):
    assert switch.pulled is False
    wire.to(1, 100)
    assert switch.pulled is True
    wire.to(0, 350)
    assert wire.woken == 2
    assert taken(switch) == [(True, 100), (False, 350)]
    assert taken(switch) == []


def test_too_many_edges_keep_the_first_and_the_last(wire, switch):
    for at_ms in range(200):
        wire.to(at_ms % 2, at_ms)
        assert taken(switch) == [(at_ms % 2 == 1, at_ms)]
    for at_ms in range(201, 302):
        wire.to(at_ms % 2, at_ms)
    first, *between, last = taken(switch)
    assert (first, len(between), last) == ((True, 201), 13, (True, 301))


def test_closed_lever_switch_notes_no_edges(wire, switch):
    switch.close()
    switch.close()
    wire.to(1, 5)
    assert taken(switch) == []
