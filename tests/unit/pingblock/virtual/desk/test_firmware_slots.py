"""The simulated ``firmware_slots`` has the real module's names, and its slots are read-only."""

import importlib.util
import re
from pathlib import Path

import pytest

from pingblock.image.slot_image import head
from pingblock.virtual import desk
from pingware.shared.slot_format import SECTOR_BYTES, STATE

NATIVE = Path(__file__).resolve().parents[5] / "frozen" / "native" / "slot_module.c"
PAGE = bytes(256)


@pytest.fixture
def slots():
    """The module, on this Python."""
    path = Path(desk.__file__).parent / "sim" / "firmware_slots.py"
    about = importlib.util.spec_from_file_location("firmware_slots", path)
    made = importlib.util.module_from_spec(about)
    about.loader.exec_module(made)
    return made


def test_simulated_module_has_functions_of_real_module(slots):
    native = set(re.findall(r"MP_QSTR_(\w+)\), MP_ROM_PTR", NATIVE.read_text()))
    assert len(native) == 10
    assert native == {name for name in vars(slots) if callable(getattr(slots, name))} - {
        *(name for name in vars(slots) if name.startswith("_")),
        *("crc32", "pack"),
    }


def test_slot_a_is_confirmed_and_slot_b_is_erased(slots):
    assert (slots.running(), slots.on_trial(), slots.failed()) == (0, False, -1)
    assert [slots.is_good(slot) for slot in (0, 1)] == [True, False]
    assert [slots.is_whole(slot) for slot in (0, 1)] == [True, False]
    assert [slots.is_damaged(slot) for slot in (0, 1)] == [False, False]
    a, b = slots.view(0), slots.view(1)
    assert (len(a), bytes(b)) == (SECTOR_BYTES, b"\xff" * SECTOR_BYTES)
    wanted = head(bytes(32), b"")
    assert bytes(a[: len(wanted)]) == wanted
    assert slots.record(0) == slots.record(1) == STATE


@pytest.mark.parametrize("slot", [0, 1])
def test_slots_cannot_be_written_or_erased(slots, slot):
    for write in (lambda: slots.write(slot, 0, PAGE), lambda: slots.erase(slot, 0)):
        with pytest.raises(OSError, match="30"):
            write()


def test_third_slot_is_refused(slots):
    for ask in (slots.is_good, slots.is_whole, slots.is_damaged, slots.record, slots.view):
        with pytest.raises(ValueError, match="slot must be 0 or 1"):
            ask(2)
