"""State of both slots of firmware that runs in place: the current one, trials and verdicts."""

import sys
from binascii import crc32
from struct import calcsize, pack, unpack_from

import firmware_slots

from pingware.shared.slot_format import (
    HEAD,
    LETTERS,
    PAGE_BYTES,
    REASONS,
    RECORD,
    RECORD_BYTES,
    RECORDS,
    STATE,
    UNSET,
)


def read():
    """Returns the current state of this device.

    Returns:
        dict of str: the present ``slot``, its ``state`` (confirmed, committed, trial or
        rolled_back), and ``why`` the other slot was rejected (one of ``REASONS``, else "").
    """
    runs = firmware_slots.running()
    if firmware_slots.on_trial():
        return {"slot": LETTERS[1 - runs], "state": "trial", "why": ""}
    found = {"slot": LETTERS[runs], "state": "confirmed", "why": ""}
    number, inverse, tried, _confirmed, rejected = _record(1 - runs)
    if inverse != number ^ UNSET:
        return found
    is_later = number > _record(runs)[0]
    if rejected != UNSET:
        # Another word is one whose write was cut by a loss of power.
        found["why"] = REASONS[rejected] if rejected < len(REASONS) else "power"
        if is_later:
            found["state"] = "rolled_back"
    elif is_later and tried == UNSET and firmware_slots.is_good(1 - runs):
        found["state"] = "committed"
    return found


def is_locked():
    """Returns whether the slots are locked, because a trial runs or is due (bool)."""
    return read()["state"] in ("committed", "trial")


def answer():
    """Returns the same as ``read``, the running firmware, and the content of the other slot.

    Returns:
        dict, also: ``running`` (str, a letter), ``mpy`` (int, the format of compiled files),
        ``base`` (str, SHA-256 in hex), ``crc32`` of the running content (int), ``other`` (str:
        good, rejected, none if it is erased, or unusable if its head is damaged or names another
        base).
    """
    runs = firmware_slots.running()
    _magic, _format, base, _bytes, crc = unpack_from(HEAD, firmware_slots.view(runs))
    found = read()
    found.update(
        {
            "running": LETTERS[runs],
            "mpy": sys.implementation._mpy,  # type: ignore[attr-defined]
            "base": base.hex(),
            "crc32": crc,
            "other": _firmware_in(1 - runs, base),
        }
    )
    return found


def _firmware_in(slot, base):
    """Returns what ``answer`` says (str), by head and state, without the content."""
    head = bytes(firmware_slots.view(slot)[: calcsize(HEAD) + 4])
    if head == b"\xff" * len(head):
        return "none"
    (crc,) = unpack_from("<I", head, calcsize(HEAD))
    if crc32(head[:-4]) != crc or unpack_from(HEAD, head)[2] != base:
        return "unusable"
    return "good" if _record(slot)[4] == UNSET else "rejected"


def commit():
    """Programs the record for a trial of the other slot at the next start.

    Raises:
        ValueError: the slot lacks whole firmware for this base, or all records are used.
    """
    runs = firmware_slots.running()
    other = 1 - runs
    if not firmware_slots.is_whole(other):
        raise ValueError("The other slot has no firmware that runs on this MicroPython.")
    state = firmware_slots.view(other)[STATE : STATE + PAGE_BYTES]
    at = 0
    while state[at : at + RECORD_BYTES] != b"\xff" * RECORD_BYTES:
        at += RECORD_BYTES
        if at == RECORD_BYTES * RECORDS:
            raise ValueError("The other slot was tried %d times: update first." % RECORDS)
    number = _record(runs)[0] + 1
    page = bytearray(b"\xff" * PAGE_BYTES)
    page[at : at + 8] = pack("<2I", number, number ^ UNSET)
    firmware_slots.write(other, STATE, page)


def _record(slot):
    """Returns number, inverse, tried, confirmed and rejected (tuple of int) of a slot."""
    return unpack_from(RECORD, firmware_slots.view(slot), firmware_slots.record(slot))
