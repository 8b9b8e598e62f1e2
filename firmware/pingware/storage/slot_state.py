"""States of both slots where the firmware runs in place: which one runs, trials and verdicts.

``frozen/native/slot.h`` describes the page. Each commit programs a new record of it, so that
firmware that was left can be tried again without an erase.
"""

from struct import pack, unpack_from

import firmware_slots
import uctypes

_XIP, _SLOTS, _SLOT_BYTES = 0x10000000, 0x80000, 0x40000
_PAGE, _RECORD, _RECORDS = 256, 32, 7
_UNSET = 0xFFFFFFFF
REASONS = ("damaged", "crash", "hang", "late", "power", "stopped")
LETTERS = "ab"


def _record(slot):
    """Returns number, inverse, tried, confirmed and rejected (tuple of int) of a slot."""
    return unpack_from("<5I", _page(slot), firmware_slots.record(slot) - _PAGE)


def _page(slot):
    return uctypes.bytearray_at(_XIP + _SLOTS + slot * _SLOT_BYTES + _PAGE, _PAGE)


def read():
    """Returns what holds on this device, as ``shared.slots.parse`` does (dict of str)."""
    runs = firmware_slots.running()
    if firmware_slots.on_trial():
        return {"slot": LETTERS[1 - runs], "state": "trial", "why": ""}
    number, inverse, tried, _confirmed, rejected = _record(1 - runs)
    found = {"slot": LETTERS[runs], "state": "confirmed", "why": ""}
    if inverse != number ^ _UNSET or number < _record(runs)[0]:
        return found
    if rejected != _UNSET:
        found["state"] = "rolled_back"
        found["why"] = REASONS[rejected] if rejected < len(REASONS) else REASONS[0]
    elif tried == _UNSET:
        found["state"] = "committed"
    return found


def commit():
    """Programs the record with which the slot that does not run is tried at the next start.

    Raises:
        ValueError: that slot holds no whole firmware for this base, or no record is free.
    """
    runs = firmware_slots.running()
    other = 1 - runs
    if not firmware_slots.is_whole(other):
        raise ValueError("The other slot holds no firmware for this MicroPython.")
    used = _page(other)
    free = [at for at in range(0, _RECORD * _RECORDS, _RECORD) if used[at : at + 8] == b"\xff" * 8]
    if not free:
        raise ValueError("The other slot was tried too often: update it.")
    number = _record(runs)[0] + 1
    page = bytearray(b"\xff" * _PAGE)
    page[free[0] : free[0] + 8] = pack("<2I", number, number ^ _UNSET)
    firmware_slots.write(other, _PAGE, page)
