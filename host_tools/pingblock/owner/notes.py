"""Notes of a device: faults, its last crash, tests of its cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pingblock.owner.answers import CellHistory, CellTest, Fault

if TYPE_CHECKING:
    from pingblock.device import Device

from pingware.shared import battery as battery_rules
from pingware.shared import sayings


@dataclass(frozen=True)
class Notes:
    """All of a device's notes; ``crash`` is "" if it never crashed."""

    faults: list[Fault]
    crash: str
    cells: CellHistory


def read(device: Device) -> Notes:
    """Reads them from an opened device."""
    return Notes(device.faults(), device.crash(), device.cell_history())


def text_of(notes: Notes) -> str:
    """Returns them as people read them."""
    lines = [
        "Faults since power-on:",
        *(map(_fault, notes.faults) if notes.faults else ["  none"]),
    ]
    lines += ["The last crash:", *_crash(notes.crash)]
    tests = notes.cells.tests
    lines += [f"Tests of the cells ({notes.cells.count} in all, the latest last):"]
    return "\n".join([*lines, *(map(_test, tests) if tests else ["  none"])])


def meaning(code: str) -> str:
    """Returns what a fault's code means, a sentence; "" if this program does not know it."""
    return str(sayings.SAYINGS.get(code) or battery_rules.FAULTS.get(code, ""))


def _fault(fault: Fault) -> str:
    times = "once" if fault.count == 1 else f"{fault.count} times"
    when = f"{_ago(fault.last_ago_ms)} ago"
    return f"  {fault.code}: {times}, last {when}. {meaning(fault.code)}".rstrip()


def _ago(ms: int) -> str:
    seconds = ms // 1000
    if seconds < 120:
        return f"{seconds} s"
    return f"{seconds // 60} min" if seconds < 7200 else f"{seconds // 3600} h"


def _crash(text: str) -> list[str]:
    return [f"  {line}" for line in text.splitlines()] if text else ["  none"]


def _test(test: CellTest) -> str:
    volts = f"{test.open_mv / 1000:.2f} V open, {test.loaded_mv / 1000:.2f} V under load"
    return f"  {volts}, {test.milliohm} mOhm: {test.verdict.replace('_', ' ')}"
