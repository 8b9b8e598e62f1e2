"""Notes of a device: faults, its last crash, tests of its cells."""

from __future__ import annotations

from dataclasses import dataclass

from pingblock.connection.answers import CellHistory, CellTest, Fault
from pingblock.connection.device import Device
from pingware.shared import battery as battery_rules
from pingware.shared import fault_texts

# The device's sentences for these faults have placeholders, so other sentences replace them.
_IN_OTHER_WORDS = {
    "hung": "The firmware hung, so the device restarted. If it happens again, update it.",
    "stalled": "The device did not respond for over a second. If it happens often, ask for help "
    "with an archive of 'pingblock support'.",
}


@dataclass(frozen=True)
class Notes:
    """All of a device's notes.

    ``crash`` is "" if the device has not crashed. ``ended`` is as in ``answers.Hello``.
    """

    faults: list[Fault]
    crash: str
    cells: CellHistory
    ended: str = ""


def read(device: Device) -> Notes:
    """Reads the notes of an open device."""
    history = device.cell_history()
    return Notes(device.faults(), device.crash(), history, device.hello.ended)


def text_of(notes: Notes) -> str:
    """Returns the notes as text for people."""
    none = ["  none"]
    lines = ["Faults since power-on:", *(list(map(_fault, notes.faults)) or none)]
    lines += [f"The device restarted because of: {notes.ended}."] if notes.ended else []
    lines += ["The last crash:", *([f"  {line}" for line in notes.crash.splitlines()] or none)]
    lines += [f"Battery tests ({notes.cells.count} in all, the latest last):"]
    return "\n".join([*lines, *(list(map(_test, notes.cells.tests)) or none)])


def meaning(code: str) -> str:
    """Returns the meaning of a fault's code as a sentence, or "" if it is unknown."""
    known = {**fault_texts.FAULT_TEXTS, **battery_rules.FAULTS, **_IN_OTHER_WORDS}
    return str(known.get(code, ""))


def _fault(fault: Fault) -> str:
    times = "once" if fault.count == 1 else f"{fault.count} times"
    when = f"{_ago(fault.last_ago_ms)} ago"
    return f"  {fault.code}: {times}, last {when}. {meaning(fault.code)}".rstrip()


def _ago(ms: int) -> str:
    seconds = ms // 1000
    if seconds < 120:
        return f"{seconds} s"
    return f"{seconds // 60} min" if seconds < 7200 else f"{seconds // 3600} h"


def _test(test: CellTest) -> str:
    volts = f"{test.open_mv / 1000:.2f} V, {test.loaded_mv / 1000:.2f} V under load"
    return f"  {volts}, {test.milliohm} mOhm: {test.verdict.replace('_', ' ')}"
