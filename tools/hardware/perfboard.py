"""Perfboard layout of a circuit: holes of every part, wires on the back, terminals of wires.

``perfboard.toml`` next to the circuit has the places: every part on the board, and a terminal for
each wire of a part off the board, such as the Pico. ``faults`` proves that no hole is used twice,
that legs reach their holes and that each net is joined.
"""

from __future__ import annotations

import csv
import io
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from tools.hardware import parts
from tools.hardware.model import Circuit, Part
from tools.hardware.products import ROOT

Hole = tuple[int, int]  # column, row. 0 is at the top left
Spot = tuple[int, int]  # in half pitches: the hole (column, row) is (2 * column, 2 * row)
PITCH_MM = 2.54
COLUMNS, ROWS = 19, 17  # 48 x 43 mm, because it is at the front wall of the block
# Holes from leg to leg, by footprint: 10.16 mm bent, 5 mm stiff, 2.5 mm spread a little.
_SPANS = {"R": 4, "D": 4, "D_Schottky": 4, "C": 2, "Polyfuse": 2, "C_Polarized": 1}
# Width of a screw's hole, and distance from its middle that wires and joints must keep.
SCREW_HOLE_MM, SCREW_ROOM_MM = 3.2, 4.8
_SPARE_MM = 8.0  # of a wire, for stripping and bending
# Pins of a part on the board that are not at its header. Their wires leave the board directly.
ELSEWHERE = {"PAM8302_breakout": ("OUT+", "OUT-")}
OFF_BOARD = ("U1", "LS1", "BT1", "S1", "S2", "S3", "F2", "LED1", "M1", "J1")


@dataclass(frozen=True)
class Route:
    """One wire. Args: net. start, end: its holes. corners: spots from end to end."""

    net: str
    start: Hole
    end: Hole
    corners: tuple[Spot, ...]

    def steps(self) -> list[tuple[Spot, Spot]]:
        """Returns the steps of half a pitch, each from its smaller spot to its greater one."""
        found = []
        for (ax, ay), (bx, by) in pairwise(self.corners):
            dx, dy = (bx > ax) - (bx < ax), (by > ay) - (by < ay)
            for at in range(max(abs(bx - ax), abs(by - ay))):
                one = (ax + dx * at, ay + dy * at)
                other = (one[0] + dx, one[1] + dy)
                found.append((min(one, other), max(one, other)))
        return found

    def spots(self) -> set[Spot]:
        """Returns every spot on its way, including its ends."""
        return {spot for step in self.steps() for spot in step}

    def length_mm(self) -> float:
        """Returns its length along the grid."""
        return len(self.steps()) * PITCH_MM / 2


@dataclass
class Layout:
    """Places of all parts, wires and cuts.

    Args:
        circuit: the circuit to lay out.
        holes: (ref, pin) -> hole. A terminal has its wire's pin.
        screws: holes that are drilled to ``SCREW_HOLE_MM``.
        held: first row whose outer columns are in grooves. ``ROWS`` means that no row is.
    """

    circuit: Circuit
    holes: dict[tuple[str, str], Hole] = field(default_factory=dict)
    screws: tuple[Hole, ...] = ()
    held: int = ROWS

    def net_holes(self, net: str) -> list[tuple[Hole, str]]:
        """Returns (hole, ``ref.pin``) of each pin of a net that is on the board, in order."""
        pins = [pin for pin in self.circuit.pins_of(net) if pin in self.holes]
        return [(self.holes[pin], ".".join(pin)) for pin in pins]

    def wires(self) -> list[tuple[str, Hole, Hole]]:
        """Returns (net, hole, hole) of the shortest wires along the grid that join each net."""
        found = []
        for net in self.circuit.nets:
            left = [hole for hole, _ in self.net_holes(net)]
            joined = left[:1]
            left = left[1:]
            while left:
                start, end = min(((a, b) for a in joined for b in left), key=steps)
                found.append((net, start, end))
                joined.append(end)
                left.remove(end)
        return found


def steps(wire: tuple[Hole, Hole]) -> int:
    """Returns the distance of a wire's ends along the grid, in holes."""
    (ax, ay), (bx, by) = wire
    return abs(ax - bx) + abs(ay - by)


def name_of(hole: Hole) -> str:
    """Returns a hole's name on the board: ``7c``, row and column, because C7 would be a part."""
    return f"{hole[1] + 1}{chr(ord('a') + hole[0])}"


def at_mm(hole: Hole) -> tuple[float, float]:
    """Returns the place of a hole: mm from the board's left and top edge, seen from its parts."""
    column, row = hole
    return round((column + 0.5) * PITCH_MM, 3), round((row + 0.5) * PITCH_MM, 3)


def hole_of(name: str) -> Hole:
    """Returns the hole of a name such as ``7c``. Raises ValueError for other names."""
    if not (found := re.fullmatch(r"(\d+)([a-z])", name)):
        raise ValueError(f"{name} is not a hole such as 7c.")
    return ord(found[2]) - ord("a"), int(found[1]) - 1


def places_file(circuit: Circuit) -> Path:
    """Returns the file of a circuit's places."""
    return ROOT / "hardware" / circuit.name / "perfboard.toml"


def layout_of(circuit: Circuit) -> Layout:
    """Returns the layout of a circuit. Raises ValueError if a place is not a hole."""
    layout = Layout(circuit)
    places = tomllib.loads(places_file(circuit).read_text(encoding="utf-8"))
    layout.screws = tuple(hole_of(name) for name in places.pop("screws", "").split())
    layout.held = int(places.pop("held", ROWS + 1)) - 1
    for ref, text in places.items():
        for place in text.split():
            pin, _, hole = place.partition(":")
            layout.holes[ref, pin] = hole_of(hole)
    return layout


def is_away(circuit: Circuit, ref: str, pin: str) -> bool:
    """Returns whether a pin is off the board, with its part, or apart from its module's header."""
    return ref in OFF_BOARD or pin in ELSEWHERE.get(circuit.part(ref).kind.name, ())


def terminals(circuit: Circuit, part: Part) -> list[str]:
    """Returns the pins of a part off the board whose wires end on the board."""
    found, nets = [], set()
    for pin in part.kind.pins:
        net = circuit.net_of(part.ref, pin.name)
        if net in nets:
            continue  # one wire is enough, because the Pico joins its grounds
        nets.add(net)
        if net and any(not is_away(circuit, *other) for other in circuit.pins_of(net)):
            found.append(pin.name)
    return found


def faults(layout: Layout) -> list[str]:
    """Returns the faults of a layout, a sentence each."""
    found = []
    used: dict[Hole, str] = {}
    for (ref, pin), hole in layout.holes.items():
        if not (0 <= hole[0] < COLUMNS and 0 <= hole[1] < ROWS):
            found.append(f"{ref}.{pin} is off the board at {hole}.")
        if hole in used:
            found.append(f"{ref}.{pin} and {used[hole]} are both in {name_of(hole)}.")
        used[hole] = f"{ref}.{pin}"
    known = {(part.ref, pin.name) for part in layout.circuit.parts for pin in part.kind.pins}
    found += [
        f"{ref}.{pin} is in no circuit." for ref, pin in layout.holes if (ref, pin) not in known
    ]
    found += [fault for part in layout.circuit.parts for fault in _legs(layout, part)]
    found += _covered(layout)
    found += [
        f"{ref}.{pin} in {name_of(hole)} is in the groove."
        for (ref, pin), hole in layout.holes.items()
        if hole[0] in (0, COLUMNS - 1) and hole[1] >= layout.held
    ]
    found += [
        f"{ref}.{pin} in {name_of(hole)} is under the screw in {name_of(screw)}."
        for screw in layout.screws
        for (ref, pin), hole in layout.holes.items()
        if math.dist(screw, hole) * PITCH_MM < SCREW_ROOM_MM
    ]
    wires = layout.wires()
    for net in layout.circuit.nets:
        on_board = [
            pin
            for pin in layout.circuit.pins_of(net)
            if not is_away(layout.circuit, *pin) or pin in layout.holes
        ]
        missing = [".".join(pin) for pin in on_board if pin not in layout.holes]
        if missing:
            found.append(f"{net}: {', '.join(missing)} has no hole.")
        joined = len([wire for wire in wires if wire[0] == net])
        if on_board and joined != len(on_board) - 1:
            found.append(f"{net} has {joined} wires for {len(on_board)} pins.")
    return found


def cover(layout: Layout, ref: str) -> tuple[float, float, float, float] | None:
    """Returns the area that a module covers: left, top, right, bottom, in holes, or None.

    Its header is along a row. Its body reaches downwards from it, face up.
    """
    if layout.circuit.part(ref).kind.name not in ELSEWHERE:
        return None
    module = parts.read("amplifier")
    first = module.pins[0].name
    column, row = layout.holes[ref, first]
    from_left, from_top = module.at_mm(first)[1], module.at_mm(first)[0]
    left, top = column - from_left / PITCH_MM, row - from_top / PITCH_MM
    return left, top, left + module.mm("width") / PITCH_MM, top + module.mm("length") / PITCH_MM


def _covered(layout: Layout) -> list[str]:
    """Returns faults: holes of other parts below a module, or too near to its edge."""
    found = []
    for part in layout.circuit.parts:
        if part.ref in OFF_BOARD or not (area := cover(layout, part.ref)):
            continue
        left, top, right, bottom = area
        found += [
            f"{ref}.{pin} in {name_of(hole)} is under {part.ref}."
            for (ref, pin), hole in layout.holes.items()
            if ref != part.ref
            and left - 0.5 < hole[0] < right + 0.5
            and top - 0.5 < hole[1] < bottom + 0.5
        ]
    return found


def _legs(layout: Layout, part: Part) -> list[str]:
    """Returns the faults of one part: legs that do not reach, or a missing terminal."""
    if part.ref in OFF_BOARD:
        missing = [
            pin for pin in terminals(layout.circuit, part) if (part.ref, pin) not in layout.holes
        ]
        return [f"{part.ref}.{pin} has no terminal." for pin in missing]
    holes = [
        layout.holes.get((part.ref, pin.name))
        for pin in part.kind.pins
        if not is_away(layout.circuit, part.ref, pin.name)
    ]
    span = _SPANS.get(part.kind.name, 1)
    return [
        f"{part.ref}: its legs do not reach from {name_of(one)} to {name_of(other)}."
        for one, other in pairwise(holes)
        if one and other and (one[1] != other[1] or abs(one[0] - other[0]) != span)
    ]


def contact(circuit: Circuit, ref: str, pin: str) -> str:
    """Returns the number that is moulded at a contact of the link's connector, else ""."""
    kind = circuit.part(ref).kind
    return kind.pin(pin).number if kind.name == "Link_6" else ""


def wire_list(layout: Layout, routes: list[Route]) -> str:
    """Returns the wires on the back as CSV: net, from, to, length to cut, mm."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("net", "from", "pin", "to", "pin", "length mm"))
    names = {}
    for pin, hole in layout.holes.items():
        number = contact(layout.circuit, *pin)
        names[hole] = ".".join(pin) + (f" (contact {number})" if number else "")
    for route in sorted(routes, key=lambda route: (route.net != "GND", route.net, route.start)):
        length = round(route.length_mm() + _SPARE_MM)
        ends = (name_of(route.start), names[route.start], name_of(route.end), names[route.end])
        writer.writerow((route.net, *ends, length))
    return out.getvalue()


# Colours of wires by their nets.
COLOURS = {"GND": "black", "VSYS": "red", "CELLS": "red", "CELLS_ON": "red", "SERVO_PLUS": "red"}
# Wires of the cable have the same colour in the block and in the base.
COLOURS |= {"SWITCHED": "red", "LEVER": "yellow", "SERVO": "green", "SAG": "white"}
COLOURS |= dict.fromkeys(("SERVO_SUPPLY", "SUPPLY_ON"), "blue")
COLOURS |= {"SERVO_SIGNAL": "orange"}  # as in the servo's cable
_OTHERS = ("yellow", "green", "blue", "white", "orange", "brown", "violet", "grey")


def harness(layout: Layout, lengths: Mapping[str, int] | None = None) -> str:
    """Returns the cut list of the wires that leave the board, as CSV.

    Args:
        lengths: ``ref.pin`` of a wire's end -> mm to cut. Without them the list has no lengths.
    """
    circuit = layout.circuit
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("net", "from", "contact", "to", "length mm", "colour", "wire"))
    count = 0
    for net in circuit.nets:
        away = [pin for pin in circuit.pins_of(net) if is_away(circuit, *pin)]
        colour = COLOURS.get(net) or _OTHERS[count % len(_OTHERS)]
        count += bool(away) and net not in COLOURS
        direct = [pin for pin in away if pin not in layout.holes]
        if net == "GND":
            direct = []  # because the Pico joins its grounds
        ends = [
            (".".join(pin), f"board {name_of(layout.holes[pin])}")
            for pin in away
            if pin in layout.holes
        ]
        ends += [(".".join(a), ".".join(b)) for a, b in pairwise(direct)]
        for start, end in ends:
            length = max((lengths or {}).get(pin, 0) for pin in (start, end))
            number = contact(circuit, *start.split(".", 1))
            writer.writerow((net, start, number, end, length, colour, "0.25 mm2, stranded"))
    return out.getvalue()
