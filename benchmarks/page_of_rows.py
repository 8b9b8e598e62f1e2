"""The page in the docs with the recorded results: ``python -m benchmarks --record``."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from reliability.ledger import firmware_mark

from benchmarks.table import Row, cells

PAGE = Path(__file__).resolve().parents[1] / "docs" / "bench.md"
_HEAD = ("measured", "unit", "target (a / b)", "ours (a / b)", "peer", "peer / ours")
_LOAD = "The load of this computer, the mean of 15 minutes, was {:.1f}"
_SAME = ". Emulated times do not depend on the load."
_NO_CLOCK = (
    " The speed of the engines, of the page and of games was not measured, because it depends on"
    " the load. `make bench` prints it."
)


def page(rows: Sequence[Row], peer: str, command: str, notes: str) -> str:
    """Returns the page.

    Args:
        rows: the measurements.
        peer: name and version of the other project.
        command: the command that measured the rows.
        notes: lines that explain the columns and words.
    """
    clock = any(row.wall for row in rows)
    day = datetime.now(UTC).strftime("%-d %B %Y")
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    python = f"Python {platform.python_version()}"
    missed = sum(row.met is False and not row.wall for row in rows)
    slow = sum(row.met is False and row.wall for row in rows)
    said = [
        "# Benchmarks",
        "",
        f"`{command}`, {day}, on {machine}, {python}. The peer is {peer}.",
        f"Firmware {firmware_mark()}. Targets missed: {missed or 'none'} in emulated time, "
        f"{slow or 'none'} by the clock of this computer (in bold).",
        "",
        _LOAD.format(os.getloadavg()[2]) + _SAME + ("" if clock else _NO_CLOCK),
        "",
        *(f"| {' | '.join(line)} |" for line in (_HEAD, ("---",) * len(_HEAD))),
        *(f"| {' | '.join(_marked(row))} |" for row in rows),
        "",
        "## How to read it",
        *notes.strip().splitlines(),
    ]
    return "\n".join(said) + "\n"


def _marked(row: Row) -> tuple[str, ...]:
    """Returns the cells of a row, in bold if the row misses its target."""
    what, unit, target, ours, *rest, _verdict = cells(row)
    return what, unit, target, f"**{ours}**" if row.met is False else ours, *rest
