"""Lists for board houses (parts, placement), and the list of the wires to solder by hand."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from tools.hardware import bom, pcb, perfboard
from tools.hardware.pcb import Board, Pad

PARTS = (
    "Designator", "Quantity", "Comment", "Package", "Manufacturer", "Manufacturer Part Number",
    "Layer", "Alternatives", "Price class", "Number from",
)  # fmt: skip
PLACEMENT = ("Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer")
WIRES = ("Printed", "Wire to", "Net", "Colour")


def printed(board: Board, pad: Pad) -> str:
    """Returns the letters at a hole: a contact's number, or the pin's name."""
    return perfboard.contact(board.circuit, pad.ref, pad.pin) or pad.pin


def package(board: Board, ref: str) -> str:
    """Returns the name of a part's package in KiCad's library. Our pads can be closer."""
    return board.circuit.part(ref).kind.footprint.partition(":")[2]


def layer(board: Board, ref: str) -> str:
    """Returns the side of a part."""
    return "bottom" if board.back and ref != "U1" else "top"


def _parts(board: Board, there: set[str]) -> Iterable[Sequence[object]]:
    for group in bom.lines(board.circuit):
        refs = [part.ref for part in group if part.ref in there]
        if refs:
            buy = group[0].buy
            sides = (package(board, refs[0]), buy.maker, buy.number, layer(board, refs[0]))
            where = buy.source or bom.FROM_MEMORY
            yield (" ".join(refs), len(refs), group[0].value, *sides, buy.alternatives, buy.price,
                   where)  # fmt: skip


def _placement(board: Board, there: set[str]) -> Iterable[Sequence[object]]:
    for ref in sorted(there, key=bom.order):
        pads = board.of(ref)
        xs, ys = [pad.at[0] for pad in pads], [pad.at[1] for pad in pads]
        middle = f"{(min(xs) + max(xs)) / 2:.3f}", f"{-(min(ys) + max(ys)) / 2:.3f}"
        value = board.circuit.part(ref).value
        yield ref, value, package(board, ref), *middle, 0, layer(board, ref)


def _wires(board: Board) -> Iterable[Sequence[object]]:
    for pad in board.pads:
        if pad.ref in pcb.WIRES:
            number = perfboard.contact(board.circuit, pad.ref, pad.pin)
            end = f"{pad.ref} contact {number} ({pad.pin})" if number else f"{pad.ref} {pad.pin}"
            colour = perfboard.COLOURS.get(pad.net, "any")
            yield f"{pad.ref} {printed(board, pad)}", end, pad.net, colour


def write(board: Board, folder: Path) -> None:
    """Writes ``bom.csv``, ``placement.csv`` and ``wires.csv``."""
    there = set(board.parts())
    for name, columns, rows in (
        ("bom.csv", PARTS, _parts(board, there)),
        ("placement.csv", PLACEMENT, _placement(board, there)),
        ("wires.csv", WIRES, _wires(board)),
    ):
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(rows)
