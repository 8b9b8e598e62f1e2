"""Tables of all experiments with the current firmware, one for each MicroPython."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from reliability.cuts import TWICE
from reliability.experiments import KINDS
from reliability.ledger import LOST, Ledger, firmware_mark, mark_on, versions

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reliability.md"
_ON_PAGE = re.compile(r"^(?:Firmware \w+.*\.\n\n(?:\|.*\n)+\n?)+", re.MULTILINE)
_WORDS = {"again": "played again", "plays": "played", "prompt": "at the prompt"}
_HEAD = ("experiment", "tried", "survived", "details")


def rows(version: str) -> Iterator[tuple[str, int, int, str]]:
    """Yields each row for a MicroPython: experiment, number, how many survived, details."""
    ledgers = {name: Ledger(name, mark=mark_on(version)) for name in KINDS}
    for kind, text in (("cuts", "power cut: {}"), ("disturbances", "{} at a random instant")):
        ledger = ledgers[kind]
        for group in ledger.groups():
            counts = ledger.counts(group)
            sides = ", ".join(f"{counts[side]} {side}" for side in ("old", "new") if counts[side])
            again = _sum(ledger, group, "twice")
            tail = f", {again} with a {TWICE}" if again else ""
            yield text.format(group), counts.total(), counts.total() - counts[LOST], sides + tail
    yield from _lines(ledgers["host lines"], "host", "hostile lines, by two Pythons")
    yield from _lines(ledgers["chip lines"], "chip", "hostile lines to the chip")
    yield from _lines(ledgers["app lines"], "app", "hostile lines to 32 and 64 bits")
    yield from _states(ledgers["damage"], "damage", "damage to a slot")
    yield from _states(ledgers["hangs"], "hangs", "a task or an interrupt that fails")
    yield from _states(ledgers["faults"], "faults", "provoked faults")
    yield from _hours(ledgers["family"])


def _sum(ledger: Ledger, group: str, name: str) -> int:
    mine = [row for row in ledger.rows.values() if row["group"] == group]
    return round(sum(float(row[name]) for row in mine if row.get(name)))


def _lines(ledger: Ledger, group: str, text: str) -> Iterator[tuple[str, int, int, str]]:
    lines = _sum(ledger, group, "lines")
    lost = [row for row in ledger.rows.values() if str(row["result"]).startswith(LOST)]
    bad = round(sum(float(row["lines"]) for row in lost))
    compared = _sum(ledger, group, "compared")
    detail = f"{compared} answers compared" if compared else f"{len(ledger.rows)} parts"
    if lines:
        yield text, lines, lines - bad, detail


def _states(ledger: Ledger, group: str, text: str) -> Iterator[tuple[str, int, int, str]]:
    counts = ledger.counts(group)
    named = {_WORDS.get(name, name): count for name, count in counts.items() if name != LOST}
    details = [f"{count} {name}" for name, count in named.items()]
    took = [float(row["took_s"]) for row in ledger.rows.values() if row.get("took_s")]
    details += [f"after {min(took):.1f} to {max(took):.1f} s"] if took else []
    if counts:
        yield text, counts.total(), counts.total() - counts[LOST], ", ".join(details)


def _hours(ledger: Ledger) -> Iterator[tuple[str, int, int, str]]:
    names = ("presses", "draws", "runs", "requests", "underruns")
    total = {name: _sum(ledger, "family", name) for name in names}
    starts = _sum(ledger, "family", "resets") - len(ledger.rows)
    hours = _sum(ledger, "family", "hours")
    lost = [row for row in ledger.rows.values() if str(row["result"]).startswith(LOST)]
    well = hours - round(sum(float(row["hours"]) for row in lost))
    detail = (
        f"{total['presses']} presses, {total['draws']} draws, {total['runs']} runs, "
        f"{total['requests']} requests, {total['underruns']} underruns, {starts} resets"
    )
    if hours:
        yield "hours of a family's play", hours, well, detail


def text() -> str:
    """Returns the tables as Markdown."""
    return "\n\n".join(map(_table, versions()))


def _table(version: str) -> str:
    title = f"Firmware {firmware_mark()} on MicroPython {version}."
    lines = [title, "", _line(_HEAD), _line(["---"] * len(_HEAD))]
    return "\n".join(lines + [_line(map(str, row)) for row in rows(version)])


def write(page: Path = PAGE) -> None:
    """Replaces the tables on the page."""
    old = page.read_text(encoding="utf-8")
    new, count = _ON_PAGE.subn(lambda _found: text() + "\n\n", old)
    assert count == 1, f"{page} has its tables in {count} places"
    page.write_text(new, encoding="utf-8")


def _line(cells: object) -> str:
    return "| " + " | ".join(cells) + " |"  # type: ignore[arg-type]
