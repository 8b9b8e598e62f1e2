"""Perfboard layout from a circuit: holes of every part, wires on the back, terminals for the rest.

Placed by rule, not by hand: parts with two legs in rows, modules and plugs on header strips, and
for every part that is off the board, the Pico among them, a terminal for each of its wires.
``faults`` proves that no hole is used twice and that each net is joined.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist

from tools.hardware.bom import order
from tools.hardware.model import Circuit, Part

Hole = tuple[int, int]  # column, row; 0 is at the top left
PITCH_MM = 2.54
COLUMNS, ROWS = 19, 17  # 48 x 43 mm: it stands at the front wall of the block
_SPAN = 4  # holes between the legs of a resistor
_SPARE_MM = 8.0  # of a wire, for stripping and bending
OFF_BOARD = ("U1", "LS1", "BT1", "S1", "S2", "S3", "LED1", "M1")


@dataclass
class Layout:
    """Where everything is. Args: holes: (ref, pin) -> hole; a terminal has its wire's own pin."""

    circuit: Circuit
    holes: dict[tuple[str, str], Hole] = field(default_factory=dict)

    def net_holes(self, net: str) -> list[tuple[Hole, str]]:
        """Returns (hole, ``ref.pin``) of each pin of a net that is on the board, in order."""
        pins = [pin for pin in self.circuit.pins_of(net) if pin in self.holes]
        return [(self.holes[pin], ".".join(pin)) for pin in pins]

    def wires(self) -> list[tuple[str, Hole, Hole]]:
        """Returns (net, hole, hole) of the shortest wires on the back that join each net."""
        found = []
        for net in self.circuit.nets:
            left = [hole for hole, _ in self.net_holes(net)]
            joined = left[:1]
            left = left[1:]
            while left:
                start, end = min(
                    ((a, b) for a in joined for b in left), key=lambda pair: dist(*pair)
                )
                found.append((net, start, end))
                joined.append(end)
                left.remove(end)
        return found


def name_of(hole: Hole) -> str:
    """Returns a hole as it is read on the board: ``7c``, row and column; C7 would be a part."""
    return f"{hole[1] + 1}{chr(ord('a') + hole[0])}"


def _two_legs(parts: Iterable[Part]) -> list[Part]:
    return [part for part in parts if len(part.kind.pins) == 2 and part.ref not in OFF_BOARD]


def _put(layout: Layout, part: Part, holes: Iterable[Hole]) -> None:
    for pin, hole in zip(part.kind.pins, holes, strict=True):
        layout.holes[part.ref, pin.name] = hole


def layout_of(circuit: Circuit) -> Layout:
    """Returns the layout of a circuit. Raises ValueError if the board is too small."""
    layout = Layout(circuit)
    parts = sorted(circuit.parts, key=lambda part: order(part.ref))
    left = 0
    row, column = 0, left
    for part in _two_legs(parts):
        if column + _SPAN >= COLUMNS:
            row, column = row + 2, left
        _put(layout, part, [(column, row), (column + _SPAN, row)])
        column += _SPAN + 1
    row += 2
    column = left
    for part in parts:
        several = len(part.kind.pins) > 2 and part.ref not in OFF_BOARD
        if several:
            if column + len(part.kind.pins) > COLUMNS:
                row, column = row + 2, left
            _put(layout, part, [(column + at, row) for at in range(len(part.kind.pins))])
            column += len(part.kind.pins) + 1
    row, column = row + 2, left
    for part in parts:
        wires = terminals(circuit, part) if part.ref in OFF_BOARD else []
        if column + len(wires) > COLUMNS:
            row, column = row + 2, left
        for at, pin in enumerate(wires):
            layout.holes[part.ref, pin] = (column + at, row)
        column += len(wires) + (1 if wires else 0)
    if row >= ROWS:
        raise ValueError(f"{circuit.name} needs {row + 1} rows; the board has {ROWS}.")
    return layout


def terminals(circuit: Circuit, part: Part) -> list[str]:
    """Returns the pins of a part off the board whose wires end on the board."""
    found, nets = [], set()
    for pin in part.kind.pins:
        net = circuit.net_of(part.ref, pin.name)
        if net in nets:
            continue  # one wire is enough: the Pico joins its grounds itself
        nets.add(net)
        if net and any(ref not in OFF_BOARD for ref, _ in circuit.pins_of(net)):
            found.append(pin.name)
    return found


def faults(layout: Layout) -> list[str]:
    """Returns what is wrong with a layout, a sentence each."""
    found = []
    used: dict[Hole, str] = {}
    for (ref, pin), hole in layout.holes.items():
        if not (0 <= hole[0] < COLUMNS and 0 <= hole[1] < ROWS):
            found.append(f"{ref}.{pin} is off the board at {hole}.")
        if hole in used:
            found.append(f"{ref}.{pin} and {used[hole]} are both in {name_of(hole)}.")
        used[hole] = f"{ref}.{pin}"
    wires = layout.wires()
    for net in layout.circuit.nets:
        on_board = [
            pin
            for pin in layout.circuit.pins_of(net)
            if pin[0] not in OFF_BOARD or pin in layout.holes
        ]
        missing = [".".join(pin) for pin in on_board if pin not in layout.holes]
        if missing:
            found.append(f"{net}: {', '.join(missing)} has no hole.")
        joined = len([wire for wire in wires if wire[0] == net])
        if on_board and joined != len(on_board) - 1:
            found.append(f"{net} has {joined} wires for {len(on_board)} pins.")
    return found


def wire_list(layout: Layout) -> str:
    """Returns the wires on the back as CSV: net, from, to, length to cut, mm."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("net", "from", "pin", "to", "pin", "length mm"))
    names = {hole: ".".join(pin) for pin, hole in layout.holes.items()}
    for net, start, end in layout.wires():
        length = round(dist(start, end) * PITCH_MM + _SPARE_MM)
        writer.writerow((net, name_of(start), names[start], name_of(end), names[end], length))
    return out.getvalue()


# Off the board: how far each part is, mm of wire with its bends; measured in the enclosure.
_REACH_MM = {"LS1": 90, "BT1": 80, "S1": 60, "S2": 90, "S3": 90, "LED1": 110, "M1": 160, "U1": 70}
_COLOURS = {"GND": "black", "VSYS": "red", "CELLS": "red", "CELLS_ON": "red", "SERVO_PLUS": "red"}
_OTHERS = ("yellow", "green", "blue", "white", "orange", "brown", "violet", "grey")


def harness(layout: Layout) -> str:
    """Returns the cut list of the wires that leave the board, as CSV."""
    circuit = layout.circuit
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("net", "from", "to", "length mm", "colour", "wire"))
    count = 0
    for net in circuit.nets:
        away = [pin for pin in circuit.pins_of(net) if pin[0] in OFF_BOARD]
        colour = _COLOURS.get(net) or _OTHERS[count % len(_OTHERS)]
        count += bool(away) and net not in _COLOURS
        direct = [pin for pin in away if pin not in layout.holes]
        if net == "GND":
            direct = []  # the Pico joins its grounds itself
        ends = [
            (".".join(pin), f"board {name_of(layout.holes[pin])}")
            for pin in away
            if pin in layout.holes
        ]
        ends += [(".".join(a), ".".join(b)) for a, b in pairwise(direct)]
        for start, end in ends:
            length = _REACH_MM[start.partition(".")[0]]
            writer.writerow((net, start, end, length, colour, "0.25 mm2, stranded"))
    return out.getvalue()
