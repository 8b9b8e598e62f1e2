"""Crashes: each one leaves a note and restarts, and the next start reports its cause.

A device that stopped at the prompt would stay dead until its cells are removed. ``root/start.py``
counts the crashes and changes the start after several.
"""

import io
import sys
import time

from pingware.boards import resets_rp2
from pingware.boards.chosen import board
from pingware.services.task_ids import CRASH, HELD, PINS
from pingware.shared import events

PATH = "/crash.txt"
BACKOFF_MS = 200  # doubled with each crash in a row
_DOUBLED_MOST = 4
_NOTE_CHARS = 1500
# Names by the numbers of ``services.task_ids``, from 1.
TASK_NAMES = (
    "crash",
    "settle",
    "light",
    "buttons",
    "watch",
    "cells",
    "link_in",
    "link_out",
    "lever",
    "held",
    "speaker_interrupt",
)
_SAY = "The device restarted because %s had stopped. If this happens again, update it."


def survive(wrong):
    """Writes the traceback to ``PATH`` and restarts.

    Args:
        wrong: the exception.
    """
    ends = resets_rp2.Resets()
    count = ends.bad_ends() + 1
    try:
        _note(wrong, count)
    except Exception:
        pass  # a full flash must not prevent the restart
    time.sleep_ms(BACKOFF_MS << min(count, _DOUBLED_MOST))
    ends.crash(CRASH)


def _note(wrong, count):
    note = io.StringIO()
    sys.print_exception(wrong, note)  # type: ignore[attr-defined]
    print(note.getvalue())
    with open(PATH, "w") as file:
        file.write("Crash %d in a row:\n%s" % (count, note.getvalue()[-_NOTE_CHARS:]))


def report(reports, gpio):
    """Reports the previous end if it was bad. Returns its name (str), or "".

    Args:
        reports: ``app.care.watch.Reports``.
        gpio: signal to GPIO (dict) of this Pico.
    """
    code, timed_out = resets_rp2.Resets().take_note()
    if not code and timed_out:
        code = HELD
    name = _name_of(code, gpio)
    if code == CRASH:
        reports.fault(events.CRASHED)
    elif name:
        reports.fault(events.HUNG, _SAY % name)
    return name


def _name_of(code, gpio):
    if 0 < code <= len(TASK_NAMES):
        return TASK_NAMES[code - 1]
    if code == PINS + gpio["block_button"]:
        return "block_interrupt"
    if code == PINS + gpio["check_button"]:
        return "check_interrupt"
    if code == PINS + gpio["lever"]:
        return "lever_interrupt"
    return "cable_interrupt" if code == PINS + board.VBUS_SENSE else ""
