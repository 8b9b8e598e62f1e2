"""Start of the chip: when a press counts, and what memory is left once all is loaded."""

import pytest
from tests.bench import boot
from tests.bench.subjects import OURS

MEMORY_KB = 112.0


# Without wait states of the flash, and with the model of its cache: our targets of docs/bench.md,
# which are for the image that a user gets; MicroPython 1.28 comes up some ms later.
@pytest.mark.parametrize(("xip", "at_ms"), [(False, 100.0), (True, 125.0)], ids=["plain", "cache"])
def test_a_press_soon_after_the_power_has_its_sound(xip, at_ms, micropython):
    later_ms = 0.0 if micropython is None else 5.0
    assert boot.counts(OURS, OURS.files("idle"), xip, at_ms + later_ms)


def test_block_and_base_leave_112_kb():
    assert boot.ram_free_kb(OURS, False) >= MEMORY_KB
