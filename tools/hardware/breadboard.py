"""Breadboard of the evening path: places, wires and steps, compared with the circuit's netlist.

``hardware/question_block/breadboard.toml`` has the places. A strip of five holes is one node, and
so is each rail. A key joins both halves of its columns.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path

from tools.hardware import parts
from tools.hardware.model import Circuit
from tools.hardware.products import ROOT

from hardware.question_block.circuit import CIRCUIT

FILE = ROOT / "hardware" / "question_block" / "breadboard.toml"
COLUMNS = 63
ROWS = "abcdefghij"
PITCH_MM = 2.54
RAILS = ("B-", "B+", "T+", "T-")
PICO_ROWS = ("c", "h")
_HOLE = re.compile(r"(?:(\d+)([a-j])|([TB][+-])(\d+))")
# Greatest distance of two legs, in holes, by type of part.
_REACH = {"R": (4, 6), "C": (2, 2), "C_Polarized": (1, 1)}

Hole = tuple[str, int]  # row or rail, column


@dataclass(frozen=True)
class Wire:
    """One wire. Args: start, end: its holes. colour: of its insulation."""

    start: Hole
    end: Hole
    colour: str


@dataclass(frozen=True)
class Step:
    """One step. Args: parts: references. check: result to see or hear afterwards."""

    title: str
    parts: tuple[str, ...]
    wires: tuple[Wire, ...]
    check: str


@dataclass(frozen=True)
class Plan:
    """The whole plan. Args: holes: (ref, pin) -> hole. left_out: parts that this path lacks."""

    circuit: Circuit
    holes: dict[tuple[str, str], Hole]
    steps: tuple[Step, ...]
    left_out: tuple[str, ...]

    def wires(self) -> list[Wire]:
        """Returns every wire, in the order of the steps."""
        return [wire for step in self.steps for wire in step.wires]


def hole_of(name: str) -> Hole:
    """Returns the hole of a name such as ``46c`` or ``T-12``. Raises ValueError for others."""
    found = _HOLE.fullmatch(name)
    if not found:
        raise ValueError(f"{name} is not a hole such as 46c or T-12.")
    column = int(found[1] or found[4])
    if not 1 <= column <= COLUMNS:
        raise ValueError(f"{name} is not on the board.")
    return (found[2] or found[3], column)


def name_of(hole: Hole) -> str:
    """Returns a hole's name."""
    return f"{hole[1]}{hole[0]}" if hole[0] in ROWS else f"{hole[0]}{hole[1]}"


def node_of(hole: Hole) -> Hashable:
    """Returns the node of a hole inside the board: a rail, or half a column."""
    row, column = hole
    return row if row in RAILS else (column, row > "e")


def read(path: Path = FILE, circuit: Circuit = CIRCUIT) -> Plan:
    """Returns the plan of a file. Raises ValueError or KeyError for unknown names."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    holes: dict[tuple[str, str], Hole] = {}
    for ref, text in table["places"].items():
        for place in text.split():
            pin, _, name = place.partition(":")
            holes[ref, pin] = hole_of(name)
    holes |= _pico(circuit, holes.pop(("U1", "1")))
    steps = tuple(
        Step(step["title"], tuple(step["parts"].split()),
             tuple(_wire(wire) for wire in step["wires"]), step["check"])
        for step in table["step"]
    )  # fmt: skip
    return Plan(circuit, holes, steps, tuple(table["left_out"].split()))


def _wire(text: str) -> Wire:
    start, end, colour = text.split()
    return Wire(hole_of(start), hole_of(end), colour)


def _pico(circuit: Circuit, first: Hole) -> dict[tuple[str, str], Hole]:
    """Returns the Pico's holes: its USB socket at the left, pin 1 at the lower left."""
    low, high = PICO_ROWS
    found = {}
    for pin in circuit.part("U1").kind.pins:
        number = int(pin.number)
        column = first[1] + (number - 1 if number <= 20 else 40 - number)
        found["U1", pin.name] = (low if number <= 20 else high, column)
    return found


def joined(plan: Plan) -> set[frozenset[tuple[str, str]]]:
    """Returns the groups of pins that the board and its wires join."""
    parent: dict[Hashable, Hashable] = {}

    def root(one: Hashable) -> Hashable:
        while parent.setdefault(one, one) != one:
            one = parent[one]
        return one

    def join(one: Hashable, other: Hashable) -> None:
        parent[root(one)] = root(other)

    for wire in plan.wires():
        join(node_of(wire.start), node_of(wire.end))
    grounds = [hole for (ref, pin), hole in plan.holes.items() if ref == "U1" and "GND" in pin]
    for hole in grounds[1:]:
        join(node_of(grounds[0]), node_of(hole))  # because the Pico joins its grounds
    groups: dict[Hashable, set[tuple[str, str]]] = {}
    for (ref, _), (_, column) in plan.holes.items():
        if ref in ("S1", "S2"):
            join((column, True), (column, False))
    for pin, hole in plan.holes.items():
        groups.setdefault(root(node_of(hole)), set()).add(pin)
    return {frozenset(pins) for pins in groups.values() if len(pins) > 1}


def expected(plan: Plan) -> set[frozenset[tuple[str, str]]]:
    """Returns the groups that the circuit has among the pins that are on the board."""
    nets = (frozenset(plan.circuit.pins_of(net)) & plan.holes.keys() for net in plan.circuit.nets)
    return {frozenset(net) for net in nets if len(net) > 1}


def covered(plan: Plan) -> set[Hole]:
    """Returns the holes that cannot be used because the Pico or the amplifier covers them."""
    low, high = (ROWS.index(row) for row in PICO_ROWS)
    first = min(hole[1] for (ref, _), hole in plan.holes.items() if ref == "U1")
    found = {(row, first + at) for row in ROWS[low : high + 1] for at in range(20)}
    amplifier = sorted(hole[1] for (ref, _), hole in plan.holes.items() if ref == "U2")
    for column in range(amplifier[0] - 1, amplifier[-1] + 2):
        found |= {(row, column) for row in ("a", "b", "B-", "B+")}
    return found


def faults(plan: Plan) -> list[str]:
    """Returns the faults of a plan, a sentence each."""
    found = []
    for groups, words in ((joined(plan) - expected(plan), "joined, but no net"),
                          (expected(plan) - joined(plan), "a net, but not joined")):  # fmt: skip
        for group in sorted(groups, key=sorted):
            found.append(f"{', '.join('.'.join(pin) for pin in sorted(group))}: {words}.")
    used = list(plan.holes.values())
    ends = [end for wire in plan.wires() for end in (wire.start, wire.end)]
    for hole in sorted({hole for hole in used + ends if (used + ends).count(hole) > 1}):
        found.append(f"{name_of(hole)} is used twice.")
    hidden = covered(plan)
    own = {hole for (ref, _), hole in plan.holes.items() if ref in ("U1", "U2")}
    others = [hole for hole in used + ends if hole not in own]
    found += [f"{name_of(hole)} is covered." for hole in others if hole in hidden]
    return found + _reaches(plan) + _steps(plan)


def _reaches(plan: Plan) -> list[str]:
    found = []
    for part in plan.circuit.parts:
        if part.kind.name not in _REACH or (part.ref, part.kind.pins[0].name) not in plan.holes:
            continue
        one, other = (plan.holes[part.ref, pin.name] for pin in part.kind.pins)
        least, most = _REACH[part.kind.name]
        away = max(abs(one[1] - other[1]), int(one[0] in RAILS))
        if not least <= away <= most or (one[0] != other[0] and one[0] not in RAILS):
            found.append(f"{part.ref}: its legs do not reach {name_of(one)} and {name_of(other)}.")
    return found


def _steps(plan: Plan) -> list[str]:
    """Returns faults: parts that are in no step or in two, and steps without a check."""
    listed = [ref for step in plan.steps for ref in step.parts]
    wanted = {part.ref for part in plan.circuit.parts} - set(plan.left_out)
    found = [f"{ref} is in {listed.count(ref)} steps." for ref in sorted(wanted)
             if listed.count(ref) != 1]  # fmt: skip
    found += [f"{ref} is left out, but in a step." for ref in plan.left_out if ref in listed]
    return found + [f"{step.title}: no check." for step in plan.steps if not step.check]


def module_mm() -> tuple[float, float, float, float]:
    """Returns the amplifier's outline around its GND pin, mm: left, above, right, below."""
    module = parts.read("amplifier")
    across, along = module.at_mm("GND")[1], module.at_mm("GND")[0]
    return across, along, module.mm("width") - across, module.mm("length") - along
