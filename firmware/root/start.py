"""Start of the firmware, in its own folder, which no update replaces.

It lies in ``/start`` and is called ``app`` there. ``main.py`` starts the watchdog and then runs
the slot that ``/slot`` names, or, after any reset but power-on, this. It counts them
(``_STARTS``): where this was not reached, ``/start`` is damaged itself, and the next start loads
``safe`` in its place, the one after that ``last``. Here is decided what runs:

- new firmware gets one trial (``/slot`` names ``/start`` then, see ``shared.slots``); the firmware
  on trial finds this as ``start`` and cancels ``timer`` once it has written that it is good. Until
  then a crash, a hang, 30 s or the loss of power end the trial;
- a start after a bad end (a hang, a crash, a reset that nobody asked for) is in doubt: the slot
  must be what its manifest says. One that is not, or ended badly ``_MOST`` times in a row, gives
  way to the other slot, and where that is no better, to ``safe``.

How often in a row it ended badly stands in a word that survives every reset but loss of power.
"""

import hashlib
import os
import sys

import machine
from micropython import const

TRIAL_MS = const(30_000)
_SLOT, _TRIAL, _MANIFEST, _START = "/slot", "/trial", "/manifest.txt", "/start"
_TEXT_CHARS = const(32)  # of the two files; more is damage
_MOST = const(3)
_WATCHDOG_MS = const(8388)  # the most that the chip can count
_READ_BYTES = const(1024)
# RP2040 datasheet 4.7.6 and 2.1.2: why the chip was reset last, words that survive it, and CTRL,
# written through its clear alias.
_REASON = const(0x40058008)
_ENDS = const(0x4005800C)
_ENDED_BY = const(0x40058010)
_AT = const(0x40058014)  # the chip's own boot loader wipes the two before this
_STARTS = const(0x40058018)  # 0 at power-on, else 1 plus those that loaded nothing of ours
_CTRL_CLEAR = const(0x4005B000)
_ENABLE = const(1 << 30)
_TIMED_OUT, _FORCED = const(1), const(2)
# In the word _ENDS: so many bad ends (in the lower half), safe mode asked for; in _AT: an end on
# purpose.
_BAD, _GOOD, _SAFE = const(0x5AFE), const(0x5AFF0000), const(0x5AFD0000)
_LATE, _STOPPED = const(0x5AFE0001), const(0x5AFE0002)
_NO_FAULT = ("power", "stopped")  # ends of a trial that say nothing against the firmware

timer = None  # of the trial that is on


def run():
    """Runs the trial slot if one is pending, else the best slot there is, else safe mode.

    All of the firmware runs on top of this: between here and there stands no other call, since
    the stack is short.
    """
    machine.mem32[_STARTS] = 1
    folder, wrong = _chosen()
    machine.mem32[_ENDED_BY] = 0  # it is said by now, and of no later end
    if wrong:
        _count(0)
        _safe().run(wrong)
        return
    try:
        _enter(folder)
        sys.modules["app"].run()  # comes back only because the host wants the prompt
    except Exception as failed:  # what cannot even be loaded ends badly at once
        sys.print_exception(failed)  # type: ignore[attr-defined]
        machine.reset()
    finally:
        _stop_trial()


def _chosen():
    """Begins the trial if one is pending.

    Returns:
        The folder to run (str), and why it must be safe mode instead (str, "" if not).
    """
    asked = machine.mem32[_ENDS] == _SAFE
    bad = _bad_ends()
    text = _read(_TRIAL)
    kept, sign, tried = text[:1], text[1:2], text[2:3]
    if kept not in ("a", "b") or tried not in ("a", "b"):
        kept, sign = "a", ""
    now = _read(_SLOT)
    if now == _START and sign == "?" and not asked:
        if _is_whole("/" + tried) and _wrote(_TRIAL, kept + "!" + tried):
            _start_trial()
            return "/" + tried, ""
        _wrote(_TRIAL, "%s-%s damaged" % (kept, tried))
    elif now == _START and sign == "!":
        _wrote(_TRIAL, "%s-%s %s" % (kept, tried, _why()))
        bad = min(bad, 1)  # those of the trial are not those of what is kept
        _count(bad)
    slot = now[1:] if now in ("/a", "/b") else kept
    slot, wrong = _best(slot, bad, asked)
    if now != "/" + slot:
        _wrote(_SLOT, "/" + slot)
    return "/" + slot, wrong


def _best(slot, bad, asked):
    """Returns the slot to run (str), and why it must be safe mode instead ("" if not)."""
    if asked or (bad and _holds_button()):
        return slot, "asked"
    whole = not bad or _is_whole("/" + slot)
    if whole and bad < _MOST:
        return slot, ""
    other = "b" if slot == "a" else "a"
    text = _read(_TRIAL)
    if (text[1:3] == "-" + other and text[4:] not in _NO_FAULT) or not _is_whole("/" + other):
        return slot, _why() if whole else "damaged"
    _wrote(_TRIAL, "%s-%s %s" % (other, slot, _why() if whole else "damaged"))
    _count(0)
    return other, ""


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


def _enter(folder):
    sys.path[0] = folder
    del sys.modules["app"]
    import app  # noqa: F401 - ``run`` finds it among the modules


def _safe():
    sys.path[0] = _START
    import safe

    return safe


def _holds_button():
    """Returns whether the check button is held (bool); False if that cannot be known."""
    try:
        return _safe().holds_button()
    except Exception as wrong:  # a damaged file: only the button is lost
        sys.print_exception(wrong)  # type: ignore[attr-defined]
        return False


def _late(_timer):
    machine.mem32[_ENDED_BY] = _LATE
    machine.reset()


def _bad_ends():
    """Returns how many ends in a row were bad (int), this one included, and notes it."""
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
            piece = file.read(_READ_BYTES)
            if not piece:
                break
            found.update(piece)
    return "".join(["%02x" % byte for byte in found.digest()])


def _read(path):
    """Returns the beginning of a file (str); "" if it is not there or no text."""
    try:
        with open(path) as file:
            return file.read(_TEXT_CHARS).strip()
    except (OSError, ValueError):
        return ""


def _wrote(path, text):
    """Replaces a file. Returns whether it did (bool): a full flash must not end the start."""
    try:
        with open(path + ".new", "w") as file:
            file.write(text)
        _replace(path)
    except OSError:
        return False
    return True


def _replace(path):
    try:
        os.rename(path + ".new", path)
    except OSError:  # a folder is in its place: out of the way, where an install removes it
        os.rename(path, path + ".old")
        os.rename(path + ".new", path)
