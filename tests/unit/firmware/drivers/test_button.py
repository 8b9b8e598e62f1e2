"""The press rule: first edge, exactly once, no spikes (QB-01, QB-R4)."""

import random
from bisect import bisect_right
from dataclasses import dataclass, field
from operator import itemgetter

import pytest

from pingware.drivers.button import Button
from pingware.shared.ticks import PERIOD

MS = 1000
QUIET_MS = 20  # at least 20 ms without any edge
CONFIRM_US = 60  # longer than any spike that a wire of a metre picks up


@dataclass
class Wire:
    """A pin with a pull-up whose level follows a list of edges. It runs the interrupt handler.

    Time moves only with each read of the clock, by 2 us, or by ``run_to``. Edges that come while
    the handler runs are pending and call it once more, as on the chip.
    """

    edges: list[tuple[int, int]] = field(default_factory=list)  # (at_us, level), in order of time
    now: int = 0
    start: int = 0
    handler: object = None
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def ticks_us(self):
        call, self.at_next_look = self.at_next_look, None
        if call:  # an interrupt just before the clock is read
            call()
        self.looks += 1
        self.now += 2
        read_us = self.now
        call, self.after_next_look = self.after_next_look, None
        if call:  # an interrupt just after the clock was read
            call()
        return (self.start + read_us) % PERIOD

    def value(self):
        past = bisect_right(self.edges, self.now, key=itemgetter(0))
        return self.edges[past - 1][1] if past else 1

    def irq(self, handler, trigger=0, hard=False):
        assert handler is None or (hard and trigger == 12)
        self.handler = handler

    def run_to(self, until_us):
        while True:
            due = bisect_right(self.edges, self._seen, key=itemgetter(0))
            if due == len(self.edges) or self.edges[due][0] > until_us:
                break
            self.now = max(self.now, self.edges[due][0])
            self._seen = self.now  # all edges until now are one pending interrupt
            if self.handler:
                self.handler(self)
        self.now = max(self.now, until_us)

    def looks_until(self, until_us):
        """Returns how often the clock was read by then."""
        self.run_to(until_us)
        return self.looks

    _seen: int = -1
    looks: int = 0
    at_next_look: object = None
    after_next_look: object = None


def open_button(wire, held_off=bool):
    presses = []
    button = Button(wire, wire.ticks_us, lambda: presses.append(wire.now), held_off)
    button.open()
    return button, presses


def presses_of(edges, until_ms, start=0):
    """Returns the times of the presses that were counted until ``until_ms``, us."""
    wire = Wire(edges, start=start)
    _, presses = open_button(wire)
    wire.run_to(until_ms * MS)
    return presses


def bouncing(at_us, level, rng, length_us=4 * MS):
    """Returns the edges of a contact that bounces and ends at ``level``."""
    times = sorted(rng.sample(range(at_us + 5, at_us + length_us), 2 * rng.randint(1, 6)))
    flips = [(t, 1 - level if i % 2 == 0 else level) for i, t in enumerate(times)]
    return [(at_us, level), *flips]


def test_clean_press_counts_once_within_a_tenth_of_a_millisecond():
    (press_us,) = presses_of([(50 * MS, 0), (150 * MS, 1)], 300)
    assert CONFIRM_US <= press_us - 50 * MS <= 100


def test_forty_bouncing_presses_count_exactly_forty_times():
    rng, edges = random.Random(4), []
    for at_us in range(200 * MS, 8200 * MS, 200 * MS):
        edges += bouncing(at_us, 0, rng) + bouncing(at_us + 70 * MS, 1, rng)
    assert len(presses_of(edges, 8200)) == 40


@pytest.mark.parametrize("width_us", [1, 20, 50, CONFIRM_US - 1])
def test_single_spike_is_ignored(width_us):
    wire = Wire([(50 * MS, 0), (50 * MS + width_us, 1)])
    _, presses = open_button(wire)
    wire.run_to(200 * MS)
    assert presses == []


def hold_off(wire, until_us):
    """Lets time pass without interrupts, as during an erase of the flash. Then one comes."""
    wire.now = until_us
    wire.run_to(until_us + 1)


@pytest.mark.parametrize("held_off", [True, False])
def test_tap_wholly_within_an_erase_counts_once(held_off):
    wire = Wire([(60 * MS, 0), (65 * MS, 1), (200 * MS, 0)])
    _, presses = open_button(wire, lambda: held_off and wire.now < 150 * MS)
    wire.run_to(50 * MS)
    hold_off(wire, 95 * MS)
    assert len(presses) == held_off
    wire.run_to(300 * MS)
    assert len(presses) == held_off + 1


def test_release_during_an_erase_is_not_a_press():
    wire = Wire([(30 * MS, 0), (60 * MS, 1)])
    _, presses = open_button(wire, lambda: wire.now > 50 * MS)
    wire.run_to(50 * MS)
    hold_off(wire, 95 * MS)
    assert len(presses) == 1


@pytest.mark.parametrize(
    ("count", "edges"),
    [
        pytest.param(1, [(100, 0), (150, 1), (5100, 0), (70 * MS, 1)], id="a press after a spike"),
        pytest.param(1, [(100, 0), (50 * MS, 1), (69_900, 0)], id="19.9 ms after the release"),
        pytest.param(2, [(100, 0), (50 * MS, 1), (70_100, 0)], id="20.1 ms after the release"),
        pytest.param(
            1, [(100, 0), *bouncing(1950 * MS, 1, random.Random(1))], id="release of a hold"
        ),
        pytest.param(1, [(100 + n * 5 * MS, n % 2) for n in range(400)], id="chatter"),
    ],
)
def test_press_needs_20_ms_without_an_edge_after_the_release(count, edges):
    edges = [(50 * MS + at_us, level) for at_us, level in edges]
    assert len(presses_of(edges, 3000)) == count


def test_press_that_bounces_100_times_in_1_ms_counts_once():
    flips = [(50 * MS + i * 10, i % 2) for i in range(101)]
    (press_us,) = presses_of([*flips, (150 * MS, 1)], 300)
    assert press_us - 51 * MS <= 100


def test_press_during_a_clock_wrap_counts():
    assert len(presses_of([(50 * MS, 0), (90 * MS, 1)], 200, PERIOD - 50 * MS - 20)) == 1


def test_key_held_at_power_on_counts_only_after_its_release():
    wire = Wire([(0, 0), (500 * MS, 1), (900 * MS, 0)])
    _, presses = open_button(wire)
    wire.run_to(800 * MS)
    assert presses == []
    wire.run_to(1_000 * MS)
    assert len(presses) == 1


def test_storm_of_spikes_needs_fewer_confirmations_over_time():
    edges = [(50 * MS + i * 100 + half * 30, half) for i in range(4000) for half in (0, 1)]
    wire = Wire(edges)
    _, presses = open_button(wire)
    looks = [wire.looks_until(at_ms * MS) for at_ms in (50, 70, 170, 190)]
    assert presses == []
    assert looks[1] - looks[0] > 1.5 * (looks[3] - looks[2])


def test_edge_during_a_look_is_not_taken_for_quiet():
    """The interrupt can come between any two steps of ``rest``."""
    wire = Wire([(50 * MS, 0), (60 * MS, 1), (65 * MS, 0)])
    button, presses = open_button(wire)
    wire.run_to(64_999)
    wire.at_next_look = lambda: wire.run_to(65 * MS)
    button.note_quiet()
    assert not button.is_settled()
    assert len(presses) == 1


@pytest.mark.parametrize("moment", ["at_next_look", "after_next_look"])
def test_release_during_a_look_after_long_hold_adds_no_press(moment):
    """Otherwise its bounce would count as a press, 1 ms after the release."""
    wire = Wire([(50 * MS, 0), (100 * MS, 1), (101 * MS, 0), (102 * MS, 1)])
    button, presses = open_button(wire)
    wire.run_to(100 * MS - 1)
    setattr(wire, moment, lambda: wire.run_to(100 * MS))
    button.note_quiet()
    wire.run_to(200 * MS)
    assert len(presses) == 1


def test_press_after_exactly_one_wrap_of_the_clock_counts():
    """Without ``rest``, the last edge would seem to be 5 ms old."""
    wire = Wire([(50 * MS, 0), (100 * MS, 1), (100 * MS + PERIOD + 5 * MS, 0)])
    button, presses = open_button(wire)
    wire.run_to(PERIOD // 3)
    button.note_quiet()
    wire.run_to(PERIOD + 200 * MS)
    assert len(presses) == 2


def test_button_stays_down_from_first_edge_to_settled_release():
    edges = [(50 * MS, 0), (50 * MS + 400, 1), (52 * MS, 0)]
    edges += [(200 * MS, 1), (201 * MS, 0), (202 * MS, 1)]
    wire = Wire(edges)
    button, _ = open_button(wire)
    for at_ms in (40, 50.2, 51, 60, 200.5, 203):
        wire.run_to(int(at_ms * MS))
        assert button.is_down() is (at_ms > 50)
    wire.run_to((202 + QUIET_MS - 1) * MS)
    assert not button.is_settled()
    wire.run_to((202 + QUIET_MS + 1) * MS)
    assert button.is_settled()
    assert not button.is_down()


@pytest.mark.parametrize(
    ("edges_ms", "down"),
    [
        (
            [(50, 0), (100, 1), (121, 0), (200, 1)],
            {90: True, 123: False, 124: True, 199: True, 201: True, 222: False},
        ),
        ([(50, 0), (100, 1), (150, 0)], {90: True, 130: False, 151: True}),
    ],
)
def test_release_between_two_looks_is_seen_before_a_new_press(edges_ms, down):
    wire = Wire([(at_ms * MS, level) for at_ms, level in edges_ms])
    button, presses = open_button(wire)
    seen = {}
    for at_ms in down:
        wire.run_to(at_ms * MS)
        seen[at_ms] = button.is_down()
    assert seen == down
    assert len(presses) == 2


def test_closed_button_counts_no_press():
    wire = Wire([(50 * MS, 0)])
    button, presses = open_button(wire)
    button.close()
    wire.run_to(100 * MS)
    assert presses == []
