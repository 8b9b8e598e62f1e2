"""Order lists of the paths: every part to buy, with totals, as CSV and JSON.

Circuit parts come from the circuits, the others from ``hardware/bom.toml``. Prices are classes. A
total is the sum of their least and of their greatest values, in EUR or USD.
"""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.hardware import bom, breadboard, parts
from tools.hardware.library import purchase
from tools.hardware.model import Circuit, Part, Purchase
from tools.hardware.products import ROOT

from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.board import CIRCUIT as BLOCK_BOARD
from hardware.question_block.circuit import CIRCUIT as BLOCK

TABLE = ROOT / "hardware" / "bom.toml"
PRICES = {"a": (0.02, 0.2), "b": (0.2, 1.0), "c": (1.0, 5.0), "d": (5.0, 15.0)}
COLUMNS = (
    "path", "quantity", "references", "description", "value", "maker", "number", "number from",
    "alternatives", "price class",
)  # fmt: skip
# Path -> (circuits, sections of bom.toml).
PATHS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "breadboard": (("breadboard",), ("breadboard",)),
    "perfboard block": (("block",), ("block",)),
    "full build": (("block", "base"), ("block", "block_printed", "base_perfboard", "base")),
    "own boards": (
        ("block board", "base"),
        ("own_boards", "block_printed", "base"),
    ),
}

BOARD = Purchase(
    "any",
    "printed circuit board by Gerbers, two layers, 1.6 mm",
    "with the parts of bom.csv placed by any maker that meets hardware/board_houses.toml",
    "c",
    "usual name at sellers",
)


@dataclass(frozen=True)
class Line:
    """One line of an order. Args: references: of a circuit, with its name, else ""."""

    quantity: int
    references: str
    description: str
    value: str
    buy: Purchase


def _circuit_lines(which: str) -> list[Line]:
    circuit: Circuit = {"base": BASE, "block board": BLOCK_BOARD}.get(which, BLOCK)
    only: Iterable[Part] = circuit.parts
    if which == "breadboard":
        left_out = breadboard.read().left_out
        only = [part for part in circuit.parts if part.ref not in left_out]
    wanted = {part.ref for part in only}
    found = []
    for group in bom.lines(circuit):
        group = [part for part in group if part.ref in wanted]
        if not group:
            continue
        first = group[0]
        buy, value = first.buy, first.value
        if which == "breadboard" and first.ref == "S1":
            # a key that fits the board, instead of the microswitch
            buy, value = purchase("tactile"), circuit.part("S2").value
        uses = "; ".join(dict.fromkeys(part.use for part in group))
        refs = " ".join(f"{part.ref}" for part in group)
        found.append(Line(len(group), f"{which}: {refs}", uses, value, buy))
    return found


def _other_lines(section: dict[str, int]) -> list[Line]:
    return [
        Line(quantity, "", parts.read(key).name, "", purchase(key))
        for key, quantity in section.items()
    ]


def lines(path: str) -> list[Line]:
    """Returns the order of a path. Equal purchases share a line. Raises KeyError otherwise."""
    circuits, sections = PATHS[path]
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    every = [line for which in circuits for line in _circuit_lines(which)]
    every += [line for section in sections for line in _other_lines(table[section])]
    if "own_boards" in sections:
        every.append(Line(2, "", "Our own boards, by */made/board/*_gerber.zip", "", BOARD))
    joined: dict[tuple[str, str], Line] = {}
    for line in every:
        key = (line.buy.maker, line.buy.number)
        if before := joined.get(key):
            refs = "; ".join(filter(None, (before.references, line.references)))
            uses = "; ".join(dict.fromkeys((before.description, line.description)))
            line = Line(before.quantity + line.quantity, refs, uses, before.value, before.buy)
        joined[key] = line
    return list(joined.values())


def total(path: str) -> tuple[float, float]:
    """Returns the least and the greatest cost of a path, by its classes of prices."""
    least = sum(line.quantity * PRICES[line.buy.price][0] for line in lines(path))
    most = sum(line.quantity * PRICES[line.buy.price][1] for line in lines(path))
    return least, most


def _record(path: str, line: Line) -> dict[str, Any]:
    row = (
        path, line.quantity, line.references, line.description, line.value, line.buy.maker,
        line.buy.number, line.buy.source or bom.FROM_MEMORY, line.buy.alternatives, line.buy.price,
    )  # fmt: skip
    return dict(zip(COLUMNS, row, strict=True))


def make(folder: Path) -> None:
    """Writes ``bom.csv`` and ``bom.json``."""
    records = [_record(path, line) for path in PATHS for line in lines(path)]
    with (folder / "bom.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
    totals = {path: dict(zip(("least", "most"), total(path), strict=True)) for path in PATHS}
    whole = {
        "prices": "EUR or USD of one, by class: "
        + ", ".join(f"{name} {low} to {high}" for name, (low, high) in PRICES.items()),
        "totals": {p: {n: round(v, 2) for n, v in t.items()} for p, t in totals.items()},
        "lines": records,
    }
    text = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
    (folder / "bom.json").write_text(text, encoding="utf-8")
