"""Makes the table of ``pingblock selftest``: its limits, and the mistakes that each part shows."""

from __future__ import annotations

import json
from pathlib import Path

from tools.hardware import meter, meter_pages
from tools.hardware.meter_pages import BY_SELFTEST
from tools.hardware.step_list import THINGS

FILE = "mistakes.json"
_DEAD = "dead"


def table() -> dict[str, object]:
    """Returns the limits of VSYS on USB in mV, and the mistakes by the part that shows them."""
    likely: dict[str, list[str]] = {}
    for thing in THINGS:
        every = meter.expected(thing, "selftest")
        likely |= {one.does: likely.get(one.does, []) for one in every if one.does != _DEAD}
        at = "" if thing == "question_block" else " in the base"
        for one in meter.shown(thing, every):
            shows = dict.fromkeys(reading.does for reading, _ in one.every)
            for does in () if _DEAD in shows else shows:
                likely[does].append(one.mistake.name + at)
    for mistakes in likely.values():
        mistakes.sort(key=lambda name: name.startswith("A bridge"))  # A note names the first ones.
    [usb] = [row for row in meter_pages.read_list("readings.csv") if row["do"] == BY_SELFTEST]
    limits = [round(1000 * float(usb[end])) for end in ("least", "most")]
    return {"usb_mv": limits, "likely": likely}


def write(folder: Path) -> None:
    """Writes the table into the package of the command."""
    (folder / FILE).write_text(json.dumps(table(), indent=1) + "\n", encoding="utf-8")
