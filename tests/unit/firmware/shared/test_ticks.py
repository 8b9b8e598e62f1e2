"""Times that can wrap, computed like MicroPython's ticks_diff."""

from pingware.shared import ticks
from pingware.shared.ticks import PERIOD, add, diff

HALF = PERIOD // 2


def test_diff_and_add_are_right_across_the_wrap():
    assert (diff(5, 3), diff(3, 5), diff(10, PERIOD - 10)) == (2, -2, 20)
    assert (diff(0, PERIOD - 1), diff(PERIOD - 1, 0)) == (1, -1)
    assert (diff(HALF, 0), diff(HALF - 1, 0)) == (-HALF, HALF - 1)
    assert (add(PERIOD - 1, 1), add(0, -1)) == (0, PERIOD - 1)
    assert diff(add(123, 4567), 123) == 4567


def test_every_step_of_diff_fits_into_a_small_integer():
    """Interrupts must not allocate, and 2**30 is not a small integer on a 32-bit MicroPython."""
    assert max(abs((PERIOD - 1) - 0), ticks._MASK, ticks._HALF) < 2**30
