"""Wrap-safe time, the same as MicroPython's own ticks_diff."""

import pytest

from pingware.shared import ticks
from pingware.shared.ticks import PERIOD, add, diff

HALF = PERIOD // 2


@pytest.mark.parametrize(
    ("later", "earlier", "expected"),
    [
        (5, 3, 2),
        (3, 5, -2),
        (0, PERIOD - 1, 1),
        (PERIOD - 1, 0, -1),
        (HALF, 0, -HALF),
        (HALF - 1, 0, HALF - 1),
        (10, PERIOD - 10, 20),
    ],
)
def test_diff_is_right_across_the_wrap(later, earlier, expected):
    assert diff(later, earlier) == expected


def test_add_wraps_both_ways():
    assert add(PERIOD - 1, 1) == 0
    assert add(0, -1) == PERIOD - 1
    assert diff(add(123, 4567), 123) == 4567


def test_every_step_of_diff_is_a_small_integer_of_the_device():
    """Interrupts may not allocate, and 2**30 is no small integer on a 32-bit MicroPython."""
    assert max(abs((PERIOD - 1) - 0), ticks._MASK, ticks._HALF) < 2**30
