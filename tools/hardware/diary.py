"""Build diary: a form with each reading of the guides, and the check of a filled one.

A builder writes each value into the column ``read``. ``python -m tools.hardware.diary FILE``
compares the values with the computed ones, and names the likely mistakes.
"""

from __future__ import annotations

import csv
import math
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.hardware import meter_pages
from tools.hardware.meter_pages import Row

FORM = "diary.csv"
COLUMNS = ("thing", "step", "do", "red", "black", "reads", "read", "note")
ABOUT = (
    "date, and hours of work", "path: breadboard, perfboard or own board", "which Pico",
    "cells: maker and kind", "meter: maker and kind", "printer and filament",
    "parts that were not those of the list",
)  # fmt: skip
WORDS = ("beep", "no beep", "shines", "dark", "sounds", "silent", "no reading")
_SCALE = {"m": 1e-3, "u": 1e-6, "k": 1e3, "M": 1e6, "": 1.0}
_NUMBER = re.compile(
    r"(-?\d+(?:[.,]\d+)?(?:e[-+]?\d+)?)\s*([muµkM]?)\s*(V|A|Ohms?|Ω|R)?", re.IGNORECASE
)
_NEAR = 0.1  # share by which a wrong reading may differ from that of a mistake


@dataclass(frozen=True)
class Entry:
    """One line of a diary that differs. Args: likely: mistakes with this reading."""

    row: Row
    likely: tuple[str, ...]

    def __str__(self) -> str:
        row = self.row
        words = f"{row['thing']} {row['step']}, {place_of(row)}: {row['read']}"
        words = f"{words} instead of {row['reads']}."
        return f"{words} Likely: {'; '.join(self.likely)}." if self.likely else words


def place_of(row: Row) -> str:
    """Returns a reading's action and places in the form of ``mistakes.csv``."""
    return ", ".join(filter(None, (row["do"], row["red"], row["black"])))


def form() -> list[Row]:
    """Returns the rows of an empty diary."""
    about = [dict.fromkeys(COLUMNS, "") | {"thing": "about", "do": what} for what in ABOUT]
    readings = meter_pages.read_list("readings.csv")
    return about + [{name: row.get(name, "") for name in COLUMNS} for row in readings]


def write(folder: Path) -> None:
    """Writes the empty form."""
    with (folder / FORM).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(form())


def read(path: Path) -> list[Row]:
    """Returns the rows of a diary. Raises ValueError if it is not one."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        text = file.read()
    separator = ";" if text.partition("\n")[0].count(";") > 4 else ","
    rows = list(csv.DictReader(text.splitlines(), delimiter=separator))
    if not rows or not set(COLUMNS) <= set(rows[0]):
        raise ValueError(f"{path.name} lacks a column: {', '.join(COLUMNS)} are needed.")
    return rows


def value_of(text: str) -> float | str:
    """Returns a reading in V, A or Ohm, or a word such as ``beep``.

    Raises:
        ValueError: the text is neither a number with a unit nor one of the words.
    """
    text = text.strip()
    if text.lower() in ("ol", "o.l", "0l", "1.", "open", "no reading"):
        return math.inf
    if text.lower() in WORDS:
        return text.lower()
    found = _NUMBER.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is neither a number with V, A or Ohm, nor {', '.join(WORDS)}.")
    prefix = "u" if found[2] == "µ" else "k" if found[2] == "K" else found[2]
    return float(found[1].replace(",", ".")) * _SCALE[prefix]


def fits(reading: Row, text: str) -> bool:
    """Returns whether a value is one of a faultless build. Args: reading: of ``readings.csv``."""
    value, wanted = value_of(text), reading["reads"]
    if isinstance(value, str) or wanted in WORDS[:-1]:
        if isinstance(value, float) and wanted in ("beep", "no beep"):
            return float(reading["least"]) <= value <= float(reading["most"])
        return value == wanted
    return float(reading["least"]) <= value <= float(reading["most"])


def likely(reading: Row, text: str, mistakes: Iterable[Row]) -> tuple[str, ...]:
    """Returns the mistakes that give the same reading at this place."""
    value = value_of(text)
    place = place_of(reading)
    found = []
    for row in mistakes:
        here = (row["thing"], row["step"], row["reading"])
        if here != (reading["thing"], reading["step"], place):
            continue
        other = value_of(row["reads"]) if row["reads"] != "too much" else row["reads"]
        same = other == value
        if isinstance(other, float) and isinstance(value, float) and not same:
            same = abs(other - value) <= max(_NEAR * abs(other), 0.02)
        if same:
            found.append(row["mistake"])
    return tuple(dict.fromkeys(found))


def compared(rows: Iterable[Row]) -> tuple[int, list[Entry]]:
    """Returns the number of readings that fit, and those that differ.

    Raises:
        ValueError: a row is not of the form, or its value cannot be read.
    """
    mistakes = meter_pages.read_list("mistakes.csv")
    known = {_key(row): row for row in meter_pages.read_list("readings.csv")}
    good, wrong = 0, []
    for row in rows:
        if row["thing"] == "about" or not row["read"].strip():
            continue
        if _key(row) not in known:
            raise ValueError(f"No step has this reading: {', '.join(_key(row))}.")
        reading = known[_key(row)]
        if fits(reading, row["read"]):
            good += 1
        else:
            entry = {**reading, "read": row["read"].strip()}
            wrong.append(Entry(entry, likely(reading, row["read"], mistakes)))
    return good, wrong


def _key(row: Row) -> tuple[str, ...]:
    return tuple(row[name] for name in ("thing", "step", "do", "red", "black"))


def main(arguments: Sequence[str]) -> int:
    """Compares diaries, and prints each reading that differs. Returns 1 if one differs."""
    if not arguments:
        print("Usage: python -m tools.hardware.diary FILE...", file=sys.stderr)
        return 2
    differ = 0
    for name in arguments:
        try:
            rows = read(Path(name))
            good, wrong = compared(rows)
        except (OSError, ValueError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 2
        empty = sum(row["thing"] != "about" for row in rows) - good - len(wrong)
        print(f"{name}: {good} readings fit, {len(wrong)} differ, {empty} are empty.")
        for entry in wrong:
            print(f"  {entry}")
        differ += len(wrong)
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
