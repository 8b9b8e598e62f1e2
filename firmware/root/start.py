"""Starts the base after any reset except power-on, for a trial, and without a good slot.

``native/slot_choice.c`` chooses the later one of two good slots and marks a new one as tried. This
module ends a trial after 30 s, notes why a trial or a slot failed, and loads ``safe`` if no slot
can run. The firmware on trial finds this module as ``start`` and calls ``confirm``.

A start after a bad end (a hang, a crash, an unexpected reset) is in doubt. Then the choice has
read the whole slot, and a damaged one is rejected if the other slot runs. A slot that ended badly
``_MOST`` times in a row is rejected if the other slot is good. The number of bad ends is in a word
that survives every reset except the loss of power.
"""

import sys

import firmware_slots
import machine
from micropython import const

TRIAL_MS = const(30_000)
_MOST = const(3)
_WATCHDOG_MS = const(8388)  # the most that the chip can count
_FIRMWARE, _START = ".frozen/f", ".frozen/start"
# The state of a slot: a page that is programmed without an erase, see native/slot.h.
_STATE, _PAGE_BYTES = const(256), const(256)
_CONFIRMED, _REJECTED = const(12), const(16)
_REASONS = ("damaged", "crash", "hang", "late", "power", "stopped")
# RP2040 datasheet 4.7.6 and 2.1.2: reason of the last reset, words that survive it, and CTRL,
# written through its clear alias.
_REASON = const(0x40058008)
_ENDS = const(0x4005800C)
_ENDED_BY = const(0x40058010)
_AT = const(0x40058014)  # the chip's boot loader clears the two words before this
_STARTS = const(0x40058018)  # 0 at power-on, else 1 plus the starts that loaded no firmware
_CTRL_CLEAR = const(0x4005B000)
_ENABLE = const(1 << 30)
_TIMED_OUT, _FORCED = const(1), const(2)
# In the word _ENDS: the number of bad ends (lower half), or a request for safe mode. In _AT: an
# intended end.
_BAD, _GOOD, _SAFE = const(0x5AFE), const(0x5AFF0000), const(0x5AFD0000)
_LATE, _STOPPED = const(0x5AFE0001), const(0x5AFE0002)

timer = None  # of the present trial


def run():
    """Runs the chosen slot, or safe mode."""
    machine.mem32[_STARTS] = 1
    wrong = _wrong()
    machine.mem32[_ENDED_BY] = 0  # _wrong has counted it, and it must not count again
    if wrong:
        _count(0)
        _safe().run(wrong)
        return
    if firmware_slots.on_trial():
        _start_trial()
    try:
        _enter()
        sys.modules["app"].run()  # returns only if the host asks for the prompt
    except Exception as failed:  # code that cannot be loaded ends badly at once
        sys.print_exception(failed)  # type: ignore[attr-defined]
        machine.reset()
    finally:
        _stop_trial()


def confirm():
    """Confirms the firmware on trial with one write of a page."""
    global timer
    _mark(firmware_slots.running(), _CONFIRMED, 0)
    timer.deinit()  # type: ignore[attr-defined]
    timer = None


def _wrong():
    """Returns why safe mode must run (str), or "" if the slot can run."""
    asked = machine.mem32[_ENDS] == _SAFE
    bad = _bad_ends()
    slot = firmware_slots.running()
    if _rejects_other(slot):
        bad = min(bad, 1)  # the earlier bad ends belong to another slot
        _count(bad)
    if slot < 0:
        return "damaged"
    if asked or (bad and _holds_button()):
        return "asked"
    if bad < _MOST:
        return ""
    if not firmware_slots.is_good(1 - slot):
        return _why()
    _reject(slot, _why())
    machine.mem32[_AT] = _GOOD
    machine.reset()
    return ""


def _rejects_other(slot):
    """Rejects a slot after a failed trial, or a damaged one other than ``slot``.

    Returns whether it did (bool). After power-on the choice would run a damaged slot again,
    because it does not read the content.
    """
    failed = firmware_slots.failed()
    if failed >= 0:
        _reject(failed, _why())
        return True
    if slot >= 0 and firmware_slots.is_damaged(1 - slot):
        _reject(1 - slot, "damaged")
        return True
    return False


def _reject(slot, why):
    _mark(slot, _REJECTED, _REASONS.index(why))


def _mark(slot, at, value):
    """Programs a word in the present record of a slot. All others stay unchanged."""
    page = bytearray(b"\xff" * _PAGE_BYTES)
    at += firmware_slots.record(slot) - _STATE
    page[at : at + 4] = value.to_bytes(4, "little")
    firmware_slots.write(slot, _STATE, page)


def _start_trial():
    global timer
    once = machine.Timer.ONE_SHOT
    timer = machine.Timer(-1, mode=once, period=TRIAL_MS, callback=_late)
    machine.WDT(timeout=_WATCHDOG_MS)
    sys.modules["start"] = sys.modules["app"]


def _stop_trial():
    if timer:
        timer.deinit()
        machine.mem32[_CTRL_CLEAR] = _ENABLE
        machine.mem32[_ENDED_BY] = _STOPPED


def _enter():
    sys.path[0] = _FIRMWARE
    del sys.modules["app"]
    import app  # noqa: F401 - ``run`` finds it among the modules


def _safe():
    sys.path[0] = _START
    import safe

    return safe


def _holds_button():
    """Returns whether the check button is held (bool), or False if that is unknown."""
    try:
        return _safe().holds_button()
    except Exception as wrong:  # after a fault of the pins, only the button is lost
        sys.print_exception(wrong)  # type: ignore[attr-defined]
        return False


def _late(_timer):
    machine.mem32[_ENDED_BY] = _LATE
    machine.reset()


def _bad_ends():
    """Notes and returns the number of consecutive bad ends (int), including this one."""
    word = machine.mem32[_ENDS]
    bad = 0
    if machine.mem32[_AT] == _GOOD:
        machine.mem32[_AT] = 0
    elif machine.mem32[_REASON] & (_TIMED_OUT | _FORCED):
        bad = 1 + (word & 0xFFFF if word >> 16 == _BAD else 0)
    _count(bad)
    return bad


def _count(bad):
    machine.mem32[_ENDS] = _BAD << 16 | bad


def _why():
    """Returns why the latest end was bad (str)."""
    reason = machine.mem32[_REASON] & (_TIMED_OUT | _FORCED)
    if reason != _FORCED:
        return "hang" if reason else "power"
    return {_LATE: "late", _STOPPED: "stopped"}.get(machine.mem32[_ENDED_BY], "crash")
