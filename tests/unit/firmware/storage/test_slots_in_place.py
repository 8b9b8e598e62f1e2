"""Upload into a slot and its commit, cut at each write, and the meaning of both slots' states."""

import importlib
import sys
from binascii import crc32
from random import Random

import pytest
from tests.fakes.flash_slots import FlashSlots, PowerLost

from pingblock.image.slot_image import SlotImage
from pingware.shared.slot_format import RECORDS, SECTOR_BYTES

BASE = bytes(range(32))
OLD = SlotImage(BASE, b"old firmware", ())
NEW = SlotImage(BASE, Random(1).randbytes(3 * SECTOR_BYTES + 700), ())
A, B = 0, 1
MPY = 4358
CHUNK = 4096
MODULES = ("pingware.storage.partial_slot", "pingware.storage.slot_state")


@pytest.fixture
def slots(monkeypatch):
    """Loads the two modules for a flash. Slot a runs the old firmware."""

    def loaded(b=b"", runs=A):
        made = FlashSlots(BASE, runs, OLD.at(A, 1), b)
        monkeypatch.setitem(sys.modules, "firmware_slots", made)
        monkeypatch.setattr(sys.implementation, "_mpy", MPY, raising=False)
        for name in MODULES:
            monkeypatch.delitem(sys.modules, name, raising=False)
        made.partial, made.state = map(importlib.import_module, MODULES)
        return made

    yield loaded
    for name in MODULES:
        sys.modules.pop(name, None)


def upload(slots, image=NEW, chunk=CHUNK):
    """Uploads an image as ``Receiver`` does. Returns its first address."""
    sent = image.stream(B)
    part = slots.partial.PartialSlot(len(sent))
    kept = part.size()
    if crc32(sent[:kept]) == crc32(bytes(slots.flash[B][512 : 512 + kept])):
        part.go_on_at(kept)
    began = part.at
    part.open()
    while part.at < len(sent):
        part.add(memoryview(sent)[part.at : part.at + chunk])
        while part.data:
            part.write()
    *_, crc = part.read()
    assert crc == crc32(sent)
    part.replace_file()
    return began


def pages(slots, image=NEW):
    """Returns whether slot b has the image, not committed."""
    held, right = bytes(slots.flash[B]), image.at(B, 0)
    return held[:256] == right[:256] and held[512 : len(right)] == right[512:]


@pytest.mark.parametrize("chunk", [1024, 4096])
@pytest.mark.parametrize("before", [b"", OLD.at(B, 2), bytes(50_000)], ids=["new", "old", "zeros"])
def test_upload_fills_the_slot_after_any_earlier_content(slots, before, chunk):
    held = slots(before)
    assert upload(held, chunk=chunk) == 0
    assert pages(held)
    assert bytes(held.flash[A]) == OLD.at(A, 1).ljust(len(held.flash[A]), b"\xff")


def test_upload_of_same_firmware_starts_over_and_frees_the_records(slots):
    held = slots()
    upload(held)
    held.state.commit()
    assert upload(held) == 0
    assert bytes(held.flash[B][256:264]) == b"\xff" * 8


def test_upload_cut_at_any_write_continues_and_becomes_whole(slots):
    whole = slots()
    upload(whole)
    began = set()
    for number in range(whole.writes):
        held = slots(OLD.at(B, 2))
        held.power_for = number
        with pytest.raises(PowerLost):
            upload(held)
        assert held.is_whole(B) is (number == 0), number
        held.power_for = 1 << 30
        began.add(upload(held))
        assert pages(held), number
    assert began == {0, *(n * SECTOR_BYTES - 512 for n in (1, 2, 3))}


@pytest.mark.parametrize("size", [-256, 0, 256, 513, 0x40000 - 256 + 256])
def test_impossible_firmware_size_is_refused(slots, size):
    is_size = slots().partial.is_size
    assert not is_size(size)
    assert is_size(512)
    assert is_size(0x40000 - 256)


def test_first_commit_is_a_trial_and_its_outcome_is_reported(slots):
    held = slots()
    assert held.state.read() == {"slot": "a", "state": "confirmed", "why": ""}
    upload(held)
    held.state.commit()
    assert bytes(held.flash[B][256:264]) == bytes((2, 0, 0, 0, 0xFD, 0xFF, 0xFF, 0xFF))
    assert held.state.read() == {"slot": "a", "state": "committed", "why": ""}
    held.trial, held._runs = True, B
    assert held.state.read() == {"slot": "a", "state": "trial", "why": ""}
    held.trial, held._runs = False, A
    for why, told in ((1, "crash"), (3, "late"), (77, "power"), (0, "damaged")):
        at = held.record(B) + 16
        held.flash[B][at : at + 4] = why.to_bytes(4, "little")
        assert held.state.read() == {"slot": "a", "state": "rolled_back", "why": told}


def test_state_names_the_running_firmware(slots):
    told = slots().state.answer()
    named = {"running": "a", "base": BASE.hex(), "crc32": OLD.crc32(A), "mpy": MPY}
    assert told == {**named, "other": "none", "slot": "a", "state": "confirmed", "why": ""}


def test_state_describes_the_content_of_the_other_slot(slots):
    for_another = SlotImage(bytes(32), b"1", ()).at(B, 0)
    damaged = b"\0" + OLD.at(B, 0)[1:]
    for held, other in ((b"", "none"), (for_another, "unusable"), (damaged, "unusable")):
        assert slots(held).state.answer()["other"] == other
    assert slots(OLD.at(B, 2)).state.answer()["other"] == "good"


@pytest.mark.parametrize(("runs", "state"), [(A, "rolled_back"), (B, "confirmed")])
def test_rejection_reason_is_reported_from_both_slots(slots, runs, state):
    held = slots(OLD.at(B, 2), runs)
    at = held.record(1 - runs) + 16
    held.flash[1 - runs][at : at + 4] = (2).to_bytes(4, "little")
    told = held.state.answer()
    assert (told["state"], told["other"], told["why"]) == (state, "rejected", "hang")


def test_each_commit_takes_a_new_record_until_all_are_used(slots):
    held = slots(OLD.at(B, 0))
    numbers = []
    for _ in range(RECORDS - 1):
        held.state.commit()
        numbers.append(held.record(B))
    assert numbers == [256 + 32 * number for number in range(1, RECORDS)]
    with pytest.raises(ValueError, match="was tried 7 times"):
        held.state.commit()


@pytest.mark.parametrize("other", [b"", SlotImage(bytes(32), b"1", ()).at(B, 0)])
def test_commit_of_a_slot_that_cannot_run_is_refused(slots, other):
    held = slots(other)
    with pytest.raises(ValueError, match="no firmware that runs on this MicroPython"):
        held.state.commit()
    assert held.writes == 0
