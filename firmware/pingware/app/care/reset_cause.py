"""Latest end of the firmware, if it was no good one: its name, as the link reports it."""

from pingware.boards import resets_rp2
from pingware.boards.chosen import board
from pingware.services.task_ids import CRASH, HELD, PINS
from pingware.shared import events

# By the numbers of ``services.task_ids``, from 1.
NAMES = (
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


def report(reports):
    """Reports the end before this start if it was bad. Returns its name (str), or ""."""
    code, timed_out = resets_rp2.Resets().take_note()
    if not code and timed_out:
        code = HELD
    name = _name_of(code)
    if code == CRASH:
        reports.fault(events.CRASHED)
    elif name:
        reports.fault(events.HUNG, _SAY % name)
    return name


def _name_of(code):
    if 0 < code <= len(NAMES):
        return NAMES[code - 1]
    if code == PINS + board.BLOCK_BUTTON:
        return "block_interrupt"
    if code == PINS + board.CHECK_BUTTON:
        return "check_interrupt"
    if code == PINS + board.LEVER:
        return "lever_interrupt"
    return "cable_interrupt" if code == PINS + board.VBUS_SENSE else ""
