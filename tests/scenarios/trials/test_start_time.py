"""Start of the chip: when a press counts, and what memory is left once all is loaded."""

import pytest
from tests.bench import boot
from tests.bench.subjects import OURS


# Without wait states of the flash, and with the model of its cache: our targets of docs/bench.md.
@pytest.mark.parametrize("xip", [False, True], ids=["plain", "cache"])
def test_a_press_soon_after_the_power_has_its_sound(xip):
    assert boot.counts(OURS, OURS.device("idle"), xip, boot.READY_MS[xip])
    assert boot.loaded_ms(xip) <= boot.LOADED_MS[xip]


def test_block_and_base_leave_172_kb():
    assert boot.ram_free_kb(OURS, False) >= boot.RAM_KB[0]
