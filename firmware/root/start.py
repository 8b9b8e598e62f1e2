"""Start of the firmware; a new slot gets one trial, and unless confirmed, the old one is next.

It lies in ``/start`` and is called ``app`` there, so ``main.py`` runs it while ``/slot`` names
that folder; no update replaces either. ``storage.slots`` tells what the files mean. The firmware
on trial finds this as ``start`` and cancels ``timer`` once it has written that it is good. Until
then a crash, a hang, 30 s or the loss of power end the trial.
"""

import hashlib
import os
import sys

import machine
from micropython import const

TRIAL_MS = const(30_000)
_SLOT, _TRIAL, _MANIFEST = "/slot", "/trial", "/manifest.txt"
_WATCHDOG_MS = const(8388)  # the most that the chip can count
_CHUNK_BYTES = const(1024)
# RP2040 datasheet 4.7.6 and 2.1.2: why the chip was reset last, two words that survive it, and
# CTRL, written through its clear alias.
_REASON = const(0x40058008)
_CRASH_COUNT = const(0x4005800C)
_ENDED_BY = const(0x40058010)
_CTRL_CLEAR = const(0x4005B000)
_ENABLE = const(1 << 30)
_TIMED_OUT, _FORCED = const(1), const(2)
_LATE, _STOPPED = const(0x5AFE0001), const(0x5AFE0002)

timer = None  # of the trial that is on


def run():
    """Runs the trial slot if one is pending, otherwise the confirmed slot."""
    text = _read()
    kept, sign, tried = text[:1] or "a", text[1:2], text[2:3]
    if sign == "?" and _is_whole("/" + tried) and _wrote(_TRIAL, kept + "!" + tried):
        _try("/" + tried)
        return
    if sign in ("?", "!"):
        _wrote(_TRIAL, "%s-%s %s" % (kept, tried, _why() if sign == "!" else "damaged"))
    _wrote(_SLOT, "/" + kept)
    _run("/" + kept)


def _try(folder):
    global timer
    machine.mem32[_CRASH_COUNT] = machine.mem32[_ENDED_BY] = 0
    once = machine.Timer.ONE_SHOT
    timer = machine.Timer(-1, mode=once, period=TRIAL_MS, callback=_late)
    machine.WDT(timeout=_WATCHDOG_MS)
    sys.modules["start"] = sys.modules["app"]
    try:
        _run(folder)  # comes back only because the host wants the prompt
    except Exception as wrong:
        sys.print_exception(wrong)  # type: ignore[attr-defined]
        machine.reset()
    finally:
        timer.deinit()
        machine.mem32[_CTRL_CLEAR] = _ENABLE
        machine.mem32[_ENDED_BY] = _STOPPED


def _run(folder):
    sys.path[0] = folder
    del sys.modules["app"]
    import app

    app.run()


def _late(_timer):
    machine.mem32[_ENDED_BY] = _LATE
    machine.reset()


def _why():
    """Returns why the trial that was on has ended (str)."""
    reason = machine.mem32[_REASON] & (_TIMED_OUT | _FORCED)
    if reason != _FORCED:
        return "hang" if reason else "power"
    return {_LATE: "late", _STOPPED: "stopped"}.get(machine.mem32[_ENDED_BY], "crash")


def _is_whole(folder):
    """Returns whether the folder holds what its manifest says (bool)."""
    try:
        with open(folder + _MANIFEST) as file:
            lines = file.read().split("\n")
        wrong = [line for line in lines if line and _digest(folder, line[66:]) != line[:64]]
    except (OSError, ValueError, MemoryError):  # not there, no text, or without an end
        return False
    return len(lines) > 1 and not wrong


def _digest(folder, name):
    found = hashlib.sha256()
    with open(folder + "/" + name, "rb") as file:
        while True:
            chunk = file.read(_CHUNK_BYTES)
            if not chunk:
                break
            found.update(chunk)
    return "".join(["%02x" % byte for byte in found.digest()])


def _read():
    try:
        with open(_TRIAL) as file:
            return file.read()
    except OSError:
        return ""


def _wrote(path, text):
    """Replaces a file. Returns whether it did (bool): a full flash must not end the start."""
    try:
        with open(path + ".new", "w") as file:
            file.write(text)
        os.rename(path + ".new", path)
    except OSError:
        return False
    return True
