"""The lever's switch: every edge with its time, none lost that matters."""

import pytest

from pingware.drivers.lever_switch import LeverSwitch


class Wire:
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self):
        self.level = 0
        self.now_ms = 0
        self.handler = None
        self.woken = 0

    def irq(self, handler, trigger=0, hard=False):
        assert handler is None or (hard and trigger == 12)
        self.handler = handler

    def value(self):
        return self.level

    def wake(self):
        self.woken += 1

    def to(self, level, at_ms):
        self.level, self.now_ms = level, at_ms
        if self.handler:
            self.handler(self)


@pytest.fixture
def wire():
    return Wire()


@pytest.fixture
def switch(wire):
    switch = LeverSwitch(wire, lambda: wire.now_ms, wire.wake)
    switch.open()
    return switch


def taken(switch):
    edges = []
    while (edge := switch.take_edge()) is not None:
        edges.append(edge)
    return edges


def test_edges_come_in_order_with_their_time(wire, switch):
    wire.to(1, 100)
    wire.to(0, 350)
    assert wire.woken == 2
    assert taken(switch) == [(True, 100), (False, 350)]
    assert taken(switch) == []


def test_it_goes_on_after_many_edges(wire, switch):
    for at_ms in range(200):
        wire.to(at_ms % 2, at_ms)
        assert taken(switch) == [(at_ms % 2 == 1, at_ms)]


def test_of_too_many_edges_the_first_and_the_last_are_kept(wire, switch):
    for at_ms in range(1, 102):
        wire.to(at_ms % 2, at_ms)
    edges = taken(switch)
    assert edges[0] == (True, 1)
    assert edges[-1] == (True, 101)
    assert len(edges) == 15


def test_the_level_can_be_asked_for(wire, switch):
    assert switch.pulled is False
    wire.to(1, 5)
    assert switch.pulled is True


def test_closed_it_hears_nothing(wire, switch):
    switch.close()
    switch.close()
    wire.to(1, 5)
    assert taken(switch) == []
