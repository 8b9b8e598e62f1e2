"""Readings of a build: expected values, likely mistakes, and the reading that shows each.

For each step of ``steps.toml``, ngspice runs the circuit at that step, with the spread of cells
and parts and the meter's 10 MOhm. ``readings.toml`` of each thing has the meter's places.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tools.hardware import meter_deck, step_list
from tools.hardware.meter_deck import (
    HIGH,
    LOW,
    NONE,
    TYPICAL,
    Deck,
    Mistake,
    Probe,
    Scene,
    Spread,
    node,
)
from tools.hardware.model import Circuit
from tools.hardware.perfboard import layout_of, name_of

from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.circuit import CIRCUIT as BLOCK

ROOT = Path(__file__).resolve().parents[2]
CIRCUITS = {circuit.name: circuit for circuit in (BLOCK, BASE)}
BENCH_V = {"question_block": 4.5, "apple_base": 6.0}
_DRAWS = 8
# A cheap meter: share of the reading, and counts of the last digit.
_ERROR = {
    "millivolts": (0.02, 3e-4),
    "volts": (0.01, 0.01),
    "ohms": (0.015, 0.5),
    "diode": (0.02, 0.02),
    "amps": (0.02, 2e-5),
}
# Highest resistance of a beep. Least and most light and sound, as a share of the typical one.
_BEEP_OHM, _SEEN, _HEARD = 30.0, (0.1, 5.0), (0.4, 2.5)
OPEN = float("inf")
# Volts that a Pico's input reads as low and as high (RP2040 data sheet, IO electrical
# characteristics).
_LEVELS = {"low": (-OPEN, 0.8), "high": (2.0, OPEN)}


@dataclass(frozen=True)
class Reading:
    """One thing to measure.

    Args:
        step: number of the step in the guide.
        does: action of the builder.
        scene, probe: the circuit at that step, and the meter.
        where: (red, black) in the builder's words.
        least, most: range of a faultless build, in V, ohm or A.
    """

    step: str
    does: str
    scene: Scene
    probe: Probe
    where: tuple[str, str]
    least: float = 0.0
    most: float = 0.0
    also: float | None = None

    def shows(self, value: float) -> bool:
        """Returns whether a value is outside the range of a faultless build."""
        return not self.least <= value <= self.most

    def device(self, wrong: Mistake = NONE, spread: Spread = TYPICAL) -> tuple[Deck, Probe]:
        """Returns the circuit of one device with the meter."""
        return Deck(self.scene, wrong, spread), self.probe


def present(thing: str, step: str) -> frozenset[str]:
    """Returns the references that are present at a step, and "wires" if the back has wires."""
    steps, circuit = step_list.read(thing), CIRCUITS[thing]
    named: dict[str, str] = table_of(thing)["parts"]
    refs = {part.ref for part in circuit.parts}
    found: set[str] = set()
    for each in steps.steps:
        if each.name == "all" or each.name.startswith("own"):
            continue
        for pattern in [p for add in each.add for p in steps.groups.get(add, (add,))]:
            found |= {ref for ref in refs if fnmatchcase(ref, pattern)}
            found |= {ref for name, ref in named.items() if fnmatchcase(name, pattern)}
        if each.name == step:
            return frozenset(found)
    raise KeyError(f"{thing} has no step {step}.")


@cache
def table_of(thing: str) -> dict[str, Any]:
    """Returns a thing's ``readings.toml``."""
    path = ROOT / "hardware" / thing / "readings.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _scene(thing: str, row: dict[str, Any]) -> Scene:
    refs = present(thing, row["step"])
    return Scene(
        CIRCUITS[thing],
        refs - {"wires"},
        "wires" in refs,
        row.get("supply", ""),
        BENCH_V[thing],
        frozenset(row.get("high", ())),
        frozenset(row.get("pressed", ())),
        tuple((net, to, ohm) for net, to, ohm in row.get("joined", ())),
    )


def _held(scene: Scene) -> str:
    """Returns the things that the builder holds together."""
    words = []
    for net, to, ohm in scene.joined:
        through = f" through {ohm / 1000:g} kOhm" if ohm >= 1000 else ""
        words.append(f"{net} held to {to}{' V' if to[:1].isdigit() else ''}{through}")
    return ", ".join(words)


def _place(circuit: Circuit, point: str, scene: Scene) -> tuple[str, str]:
    """Returns (node, place in the builder's words) of a net or of ``ref.pin``."""
    if "." in point:
        ref, pin = point.split(".")
        return f"@{ref}.{pin}", f"{ref}'s {pin}"
    holes = layout_of(circuit).net_holes(point)
    name = "ground" if point == "GND" else point
    if holes:
        return node(point), f"{name} ({name_of(holes[0][0])})"
    ref, pin = max(circuit.pins_of(point), key=lambda one: one[0] == "U1")  # not on the board
    return node(point), f"{name} ({ref}'s {pin})"


def _rows(thing: str, table: str) -> Iterator[dict[str, Any]]:
    """Yields the rows of a thing's table, and those of ``each`` one by one."""
    circuit, layout = CIRCUITS[thing], layout_of(CIRCUITS[thing])
    for row in table_of(thing)[table]:
        each = row.get("each")
        if each == "resistors":
            for part in circuit.parts:
                if part.kind.name == "R":
                    ref = part.ref
                    does = f"{ref} before it is soldered"
                    yield {**row, "does": does, "kind": "ohms", "red": f"{ref}.1",
                           "black": f"{ref}.2", "loose": True}  # fmt: skip
        elif each == "nets":
            for net in circuit.nets:
                if net != "GND" and layout.net_holes(net):
                    yield {**row, "does": "to ground", "kind": "ohms", "red": net}
        elif each == "neighbours":
            for one, other in neighbours(circuit):
                yield {**row, "does": "no beep between neighbours", "kind": "beep",
                       "red": ".".join(one), "black": ".".join(other), "apart": True}  # fmt: skip
        elif each == "pins":
            for (ref, pin), hole in layout.holes.items():
                if ref == row["of"] and (net := circuit.net_of(ref, pin)):
                    does = f"a beep from each pin of {ref} to its hole"
                    yield {**row, "does": does, "kind": "beep", "hole": name_of(hole),
                           "red": f"{ref}.{pin}", "black": net}  # fmt: skip
        elif each == "inputs":
            for net in ("BLOCK_BUTTON", "CHECK_BUTTON", "LEVER"):
                [pin] = [pin for ref, pin in circuit.pins_of(net) if ref == "U1"]
                yield {**row, "does": "nothing pressed", "kind": "volts", "red": f"U1.{pin}"}
        elif not each:
            yield row


def readings(thing: str, table: str = "reading") -> list[Reading]:
    """Returns the readings to take, in the table's order, without the expected values."""
    found = []
    for row in _rows(thing, table):
        scene = _scene(thing, row)
        if row.get("loose"):
            scene = replace(scene, wired=False)
        if row["kind"] in ("amps", "shines", "sounds"):
            red, black = (row.get("red", "v_bt1meter"), ""), (row.get("black", ""), "")
        elif row.get("apart"):
            red, black = (_joint(scene.circuit, row[end]) for end in ("red", "black"))
        else:
            red = _place(scene.circuit, row["red"], scene)
            black = _place(scene.circuit, row.get("black", "GND"), scene)
        probe = Probe(row["kind"], red[0], black[0])
        does = row["does"].format(joined=_held(scene))
        where = (red[1], black[1])
        found.append(Reading(row["step"], does, scene, probe, where, also=row.get("also")))
    return found


def spreads() -> list[Spread]:
    """Returns devices at both ends of their figures, the typical one, and random ones."""
    draw, every = Random(47), []
    for _ in range(_DRAWS):
        values = {
            each.name: draw.choice((getattr(LOW, each.name), getattr(HIGH, each.name)))
            for each in fields(Spread)
        }
        every.append(Spread(**values))
    return [LOW, Spread(), HIGH, *every]


def expected(thing: str, table: str = "reading") -> list[Reading]:
    """Returns the readings with the range of a faultless build, for all parts and meters."""
    every, devices = readings(thing, table), spreads()
    typical = {"beep", "shines", "sounds"}
    several = [(one, [Spread()] if one.probe.kind in typical else devices) for one in every]
    values = iter(meter_deck.read(one.device(NONE, s) for one, some in several for s in some))
    return [_limited(one, [next(values) for _ in some]) for one, some in several]


def _limited(one: Reading, seen: list[float]) -> Reading:
    """Returns a reading with limits from the values of the devices."""
    kind, least, most = one.probe.kind, min(seen), max(seen)
    if kind in _LEVELS:
        low, high = _LEVELS[kind]
        if not low <= least <= most <= high:
            raise ValueError(f"{one.does}: a faultless build has {least:.2f} to {most:.2f} V.")
        return replace(one, least=low, most=high)
    if kind == "beep":
        beeps = most < _BEEP_OHM
        return replace(one, least=-1 if beeps else _BEEP_OHM, most=_BEEP_OHM if beeps else OPEN)
    if kind in ("shines", "sounds"):
        low, high = _SEEN if kind == "shines" else _HEARD
        return replace(one, least=low * least, most=high * most)
    share, digits = _ERROR[kind]
    if one.also is not None:
        least, most = min(least, one.also), max(most, one.also)
    least = least - share * abs(least) - digits if least < OPEN else OPEN
    most = most + share * abs(most) + digits if most < OPEN else OPEN
    return replace(one, least=_rounded(least, False), most=_rounded(most, True))


def _rounded(value: float, up: bool) -> float:
    """Returns a limit in printed form: rounded away from the other limit, to three digits."""
    if value == OPEN or abs(value) < 1e-9:
        return value
    step = 10.0 ** (len(f"{abs(value):.0f}") - 3) if abs(value) >= 10 else 0.01
    if abs(value) < 0.04:
        step = 1e-5
    return round((value // step + (1 if up else 0)) * step, 6)


# --- mistakes


def _joint(circuit: Circuit, point: str) -> tuple[str, str]:
    """Returns (node, words) of a pin's joint on the board, even if its part is not there yet."""
    ref, pin = point.split(".")
    return node(circuit.net_of(ref, pin)), f"{ref}'s {pin}"


def neighbours(circuit: Circuit) -> Iterator[tuple[meter_deck.Pin, meter_deck.Pin]]:
    """Yields pairs of pins in neighbouring holes that belong to different nets."""
    layout = layout_of(circuit)
    nets = {(ref, pin): net for net, ref, pin in circuit.connections()}
    at = {hole: pin for pin, hole in layout.holes.items()}
    for (column, row), pin in at.items():
        for other in (at.get((column + 1, row)), at.get((column, row + 1))):
            if other and pin in nets and other in nets and nets[pin] != nets[other]:
                yield pin, other


def mistakes(thing: str) -> list[Mistake]:
    """Returns the likely mistakes of a build, with one wrong thing each."""
    circuit = CIRCUITS[thing]
    return [*_part_mistakes(circuit), *_joint_mistakes(circuit)]


def _part_mistakes(circuit: Circuit) -> Iterator[Mistake]:
    for part in circuit.parts:
        ref, kind = part.ref, part.kind
        if kind.name == "R":
            for factor, words in ((10, "ten times too large"), (0.1, "ten times too small")):
                yield Mistake(f"{ref} is {words}", factors={ref: factor})
        names = [pin.name for pin in kind.pins]
        if kind.plus or kind.name in ("NPN_CBE", "PMOS_GDS", "LED_RGB_CC", "Servo"):
            what = "are reversed" if ref == "BT1" else "is the wrong way round"
            name = "The cells" if ref == "BT1" else ref
            yield Mistake(
                f"{name} {what}", turned={ref: dict(zip(names, names[::-1], strict=True))}
            )
        if kind.name in ("Polyfuse", "D", "D_Schottky"):
            ends = tuple((ref, name) for name in names)
            yield Mistake(f"{ref} is bridged", bridges=((ends[0], ends[1]),))
        if kind.name == "SW_Micro":
            other = {"NO": "NC", "NC": "NO"}
            yield Mistake(f"{ref} is wired at NC instead of NO", turned={ref: other})
        if kind.name == "Battery":
            count = meter_deck.CELLS[circuit.name]
            yield Mistake("One cell is reversed", factors={ref: (count - 2) / count})
        if kind.name == "Link_6":
            yield Mistake(
                f"{ref}'s contacts are counted from the other side",
                turned={ref: {"SERVO": "GND", "GND": "SERVO"}},
                opened=frozenset({(ref, "GND2"), (ref, "SUPPLY_ON")}),
            )
        if kind.name == "PAM8302_breakout":
            yield Mistake("R3 is still on the amplifier module", module=frozenset({"R3"}))
            yield Mistake("The trimmer is not cut from A-", module=frozenset({"VR1"}))


def _joint_mistakes(circuit: Circuit) -> Iterator[Mistake]:
    nets = {(ref, pin): net for net, ref, pin in circuit.connections()}
    for pin in layout_of(circuit).holes:
        if pin in nets:
            yield Mistake(f"{pin[0]}'s {pin[1]} does not conduct", opened=frozenset({pin}))
    for pair in neighbours(circuit):
        (a, b), (c, d) = pair
        yield Mistake(f"A bridge from {a}'s {b} to {c}'s {d}", bridges=(pair,))


def is_there(mistake: Mistake, scene: Scene) -> bool:
    """Returns whether a mistake can be in a scene."""
    if mistake.bridges:
        return scene.wired
    if mistake.opened and not scene.wired:
        return False
    return mistake.refs <= scene.refs


@dataclass(frozen=True)
class Shown:
    """A mistake and the first reading that shows it, or None. ``value`` is that reading."""

    mistake: Mistake
    reading: Reading | None
    value: float
    every: tuple[tuple[Reading, float], ...] = ()


def shown(thing: str, every: list[Reading]) -> list[Shown]:
    """Returns each likely mistake with the first of ``expected`` readings that shows it."""
    seen: dict[str, list[tuple[Reading, float]]] = {}
    for step in dict.fromkeys(one.step for one in every):
        pairs = [
            (wrong, one)
            for wrong in mistakes(thing)
            if wrong.name not in seen or not (wrong.bridges or wrong.opened)
            for one in every
            if one.step == step and is_there(wrong, one.scene) and _may_show(wrong, one)
        ]
        values = meter_deck.read(one.device(wrong) for wrong, one in pairs)
        for (wrong, one), value in zip(pairs, values, strict=True):
            if one.shows(value):
                seen.setdefault(wrong.name, []).append((one, value))
    return [
        Shown(wrong, every[0][0] if every else None, every[0][1] if every else 0.0, every)
        for wrong in mistakes(thing)
        for every in [tuple(seen.get(wrong.name, ()))]
    ]


def _may_show(wrong: Mistake, one: Reading) -> bool:
    """Returns whether a reading can show a mistake.

    A beep, and a reading of a loose resistor, can show only mistakes at their pins.
    """
    ends = {one.probe.red, one.probe.black}
    if wrong.bridges and one.probe.kind == "beep":
        return set(one.where) == {f"{ref}'s {pin}" for ref, pin in wrong.bridges[0]}
    if wrong.bridges and one.probe.kind == "ohms":
        # because the part itself is measured
        return wrong.bridges[0][0][0] == wrong.bridges[0][1][0]
    if not one.scene.wired and one.probe.kind != "beep":
        return bool({f"@{ref}.1" for ref in wrong.refs} & ends) or one.probe.kind == "diode"
    if one.probe.kind != "beep":
        return True
    return one.probe.red.partition(".")[0] in {f"@{ref}" for ref in wrong.refs}
