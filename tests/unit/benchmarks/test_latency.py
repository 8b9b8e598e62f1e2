"""The delay of a press is measured from the first contact to the pin change that answers it."""

import numpy as np
import pytest
from benchmarks.finger import Finger, Touch, touch_of
from benchmarks.latency import first_change_ms
from benchmarks.marks import MARK_GPIO, Marks, marked, next_mark_us

from pingblock.virtual.waveform import Waveform


def contacts(*pairs):
    """Returns the edges of contacts, given as (start, length). The last contact is held."""
    edges = []
    for start, lasts in pairs:
        edges += [(start, True), (start + lasts, False)]
    return edges[:-1]


def test_clean_press_counts_from_its_only_contact():
    assert touch_of(contacts((5.0, 1e9))) == Touch(5.0, (5.0,))


def test_short_contacts_before_the_first_long_one_are_kept():
    edges = contacts((0.0, 50.0), (300.0, 51.0), (700.0, 199.0), (1000.0, 200.0), (1400.0, 1e9))
    assert touch_of(edges) == Touch(0.0, (300.0, 700.0, 1000.0))


@pytest.mark.parametrize(
    ("answer_us", "edge_us"),
    [(1437.0, 1000.0), (1199.0, 700.0), (737.0, 300.0), (499.0, 0.0), (1200.0, 1000.0)],
)
def test_answer_belongs_to_the_last_edge_that_explains_it(answer_us, edge_us):
    """If several contacts may be too short, it can belong to any of them (a bounce of 1 ms)."""
    assert Touch(0.0, (300.0, 700.0, 1000.0)).answered_us(answer_us) == edge_us


def wave(*steps):
    times, levels = zip(*steps, strict=True)
    return Waveform(np.array(times), np.array(levels))


def test_first_change_of_level_is_the_answer():
    steps = wave((0.0, 0.0), (900.0, 0.0), (1437.0, 0.01), (1500.0, 0.02))
    assert first_change_ms(steps, 1000.0) == pytest.approx(0.437)


def test_level_from_before_the_press_is_not_an_answer():
    assert first_change_ms(wave((0.0, 0.5), (1100.0, 0.5)), 1000.0) is None


def test_change_after_the_limit_is_not_an_answer():
    assert first_change_ms(wave((0.0, 0.0), (301_001.0, 0.5)), 1000.0) is None
    assert first_change_ms(wave((0.0, 0.0), (300_999.0, 0.5)), 1000.0) == pytest.approx(299.999)


class Told:
    """A sink of pins and drives, and a virtual device that marks a pin at a known time."""

    def __init__(self):
        self.pins = []
        self.now_ms = 0.0
        self.marks = []
        self.sink = Marks(self, self.marks)
        self.engine = self
        self.drives = []

    def pin(self, at_us, gpio, level):
        self.pins.append((at_us, gpio, level))

    def drive(self, at_us, gpio, level):
        self.drives.append((at_us, gpio, level))

    def advance(self, ms):
        self.now_ms += ms
        if self.now_ms == 2.0:
            self.sink.pin(1700.0, MARK_GPIO, True)

    def events(self, kind):
        return [{"text": "boom"}]


def test_marks_are_noted_and_passed_on():
    told = Told()
    told.sink.pin(1.0, MARK_GPIO, False)
    told.sink.pin(2.0, MARK_GPIO, True)
    told.sink.pin(3.0, 17, True)
    told.sink.pin(9.0, MARK_GPIO, False)
    assert told.marks == [(1.0, False), (2.0, True), (9.0, False)]
    assert len(told.pins) == 4
    assert [marked(told.marks, at) for at in (0.5, 1.5, 2.0, 8.9, 9.0)] == [
        *(False, False, True, True),
        False,
    ]


def test_waiting_ends_at_the_next_mark():
    told = Told()
    assert next_mark_us(told, told.marks) == 1700.0
    assert told.now_ms == 2.0


def test_missing_mark_is_reported_with_the_device_output():
    told = Told()
    told.now_ms = 5.0
    with pytest.raises(TimeoutError, match="boom"):
        next_mark_us(told, told.marks, limit_ms=20)


def test_finger_bounces_alike_each_time_and_returns_its_contact():
    one, two = Told(), Told()
    touch = Finger(one).press(1000.0)
    assert touch == Finger(two).press(1000.0)
    assert one.drives == two.drives
    assert touch.first_us == 1000.0
    closed = [at for at, _, level in one.drives if level is False]
    assert set(touch.possible_us) <= set(closed)
    assert one.drives[-1][2] is None
