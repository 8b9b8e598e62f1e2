"""Start of the chip: the time until a press counts, and the free memory after loading."""

import pytest
from benchmarks import boot, latency, report, updated
from benchmarks.subjects import OURS
from tests import slots_image
from tests.seldom import seldom
from tools.slots import KINDS


# without wait states of the flash, and with its cache emulated: our targets in docs/bench.md
@pytest.mark.parametrize("xip", [False, True], ids=["plain", "cache"])
def test_press_soon_after_power_on_counts(xip):
    assert boot.counts(OURS, OURS.device("idle"), xip, boot.READY_MS[xip])
    assert boot.loaded_ms(xip) <= boot.LOADED_MS[xip]


def test_block_and_base_leave_172_kb_free():
    assert boot.ram_free_kb(OURS, False) >= boot.RAM_KB[0]


def test_four_games_with_own_sounds_leave_enough_memory():
    free_kb, largest_kb = updated.after_changes(OURS, False)
    assert free_kb >= updated.FREE_KB[0]
    assert largest_kb >= updated.LARGEST_KB[0]


def test_device_after_an_update_starts_like_a_new_one():
    """Our target is 1 % above the benchmarks in docs/bench.md."""
    both = [
        (boot.loaded_ms(False, subject), boot.ram_free_kb(subject, False))
        for subject in (OURS, updated.UPDATED)
    ]
    assert both[0] == pytest.approx(both[1], rel=0.01)


def test_python_interpreter_runs_from_ram():
    """In the flash, it would delay a press by up to 1 ms while the flash cache is cold."""
    addresses = KINDS[slots_image.PICO].base.symbols
    for name in ("mp_execute_bytecode", "mp_setup_code_state", "mp_cstack_check", "nlr_push"):
        assert addresses[name] >> 24 == 0x20, name


# The firmware with the load is linked first, so this is for `make test-all`.
@pytest.mark.parametrize("load", ["idle", seldom("load")])
def test_press_is_answered_in_time_with_the_flash_cache(load):
    found = latency.press_latency(OURS, load, True, count=10).counted
    assert found.lost == 0
    most_ms = (report.IDLE_MS if load == "idle" else report.BUSY_MS)[1]
    assert found.middle <= most_ms
    # it depends on the addresses that the linker gives to code
    assert found.high <= 1.02 * most_ms
