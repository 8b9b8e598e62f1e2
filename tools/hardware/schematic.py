"""Drawn schematics, and the netlist that is read back from a drawing.

A sheet is drawn with schemdraw. The netlist comes only from the drawing: from the places of the
ends of elements and wires, and from the net labels. An element's class maps its pins to drawn
anchors (``_ANCHORS``). They are not mirrored by hand, so a drawing with a battery upside down
cannot match.
"""

from __future__ import annotations

import subprocess
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image
from tools.hardware.kicad import Netlist
from tools.hardware.model import Circuit

Point = tuple[float, float]

# Part type -> (schemdraw element, options, pin -> anchor). The long plate of a battery is at the
# start. Diodes point to their end. A polarised capacitor has its plus at the start.
_ANCHORS: dict[str, tuple[str, dict[str, Any], dict[str, str]]] = {
    "R": ("Resistor", {}, {"1": "start", "2": "end"}),
    "C": ("Capacitor", {}, {"1": "start", "2": "end"}),
    "C_Polarized": ("Capacitor", {"polar": True}, {"+": "start", "-": "end"}),
    "D_Schottky": ("Schottky", {}, {"A": "start", "K": "end"}),
    "D": ("Diode", {}, {"A": "start", "K": "end"}),
    "Battery": ("Battery", {}, {"+": "start", "-": "end"}),
    "Polyfuse": ("Fuse", {}, {"1": "start", "2": "end"}),
    "SW_Push": ("Button", {}, {"1": "start", "2": "end"}),
    "SW_SPDT": ("SwitchSpdt", {}, {"COM": "a", "ON": "b", "OFF": "c"}),
    "SW_Micro": ("SwitchSpdt", {}, {"COM": "a", "NC": "b", "NO": "c"}),
    "Speaker": ("Speaker", {}, {"+": "in1", "-": "in2"}),
    "NPN_CBE": ("BjtNpn", {"circle": True}, {"B": "base", "C": "collector", "E": "emitter"}),
    "PMOS_GDS": ("PFet", {}, {"G": "gate", "D": "drain", "S": "source"}),
}
_GRID = 0.05  # ends closer than this are one point
_SMALL, _INK, _NAME = 9, "#20303c", "#8a3324"


class Sheet:
    """One drawing of one circuit.

    Args:
        circuit: whose parts are drawn. A part that is drawn twice or missing is a fault.
    """

    def __init__(self, circuit: Circuit) -> None:
        import schemdraw

        schemdraw.use("svg")
        self._elements: Any = schemdraw.elements
        self.circuit = circuit
        self._drawing = schemdraw.Drawing(show=False, fontsize=11, lw=1.4, color=_INK)
        self._drawing.config(margin=0.5)
        self._pins: dict[tuple[str, str], Point] = {}
        self._wires: list[tuple[Point, Point]] = []
        self._labels: list[tuple[Point, str]] = []

    def place(self, ref: str, at: Point, direction: str = "right", side: str = "top") -> None:
        """Draws a part with its start (or first pin) at a point, and its name on one side.

        Args:
            direction: direction of its end: right, left, up or down.
            side: side of its label: top, bottom, left or right.
        """
        part = self.circuit.part(ref)
        name, options, anchors = _ANCHORS[part.kind.name]
        element = getattr(self._elements, name)(**options).at(at)
        element = getattr(element, direction)()
        if "start" not in anchors.values():
            element.anchor(next(iter(anchors.values())))
        text = ref if part.value in ("RGB",) else f"{ref} {part.value}"
        element.label(text, loc=side, fontsize=_SMALL)
        drawn = self._drawing.add(element)
        for pin, anchor in anchors.items():
            self._pin(ref, pin, drawn.absanchors[anchor])

    def box(
        self, ref: str, at: Point, left: Sequence[str] = (), right: Sequence[str] = ()
    ) -> dict[str, Point]:
        """Draws a module as a box with its pins from top to bottom. "" leaves a gap.

        Returns:
            pin -> its point.
        """
        part = self.circuit.part(ref)
        sides = [(pin, "L", left) for pin in left] + [(pin, "R", right) for pin in right]
        pins = [
            self._elements.IcPin(
                name=pin,
                pin=part.kind.pin(pin).number,
                side=side,
                slot=f"{len(row) - list(row).index(pin)}/{len(row)}",
                anchorname=f"pin_{place}",
                lblsize=9,
                pinlblsize=7,
            )
            for place, (pin, side, row) in enumerate(sides)
            if pin
        ]
        names = {f"pin_{place}": pin for place, (pin, _, _) in enumerate(sides) if pin}
        element = self._elements.Ic(pins=pins, pinspacing=0.75, edgepadW=1.1, leadlen=0.6)
        drawn = self._drawing.add(
            element.at(at)
            .right()
            .anchor("center")
            .label(f"{ref} {part.value}", "top", fontsize=10)
        )
        places = {}
        for anchor, pin in names.items():
            places[pin] = self._pin(ref, pin, drawn.absanchors[anchor])
        return places

    def _pin(self, ref: str, pin: str, at: Iterable[float]) -> Point:
        if (ref, pin) in self._pins:
            raise ValueError(f"{ref}.{pin} is drawn twice.")
        x, y = at
        self._pins[ref, pin] = (float(x), float(y))
        return self._pins[ref, pin]

    def pin(self, ref: str, pin: str) -> Point:
        """Returns the place of a drawn part's pin."""
        return self._pins[ref, pin]

    def wire(self, *points: Point, dots: Iterable[Point] = ()) -> None:
        """Draws a wire along points. Ends that touch another wire or a pin are joined."""
        for start, end in pairwise(points):
            self._drawing.add(self._elements.Line().at(start).to(end))
            self._wires.append((start, end))
        for dot in dots:
            self._drawing.add(self._elements.Dot(radius=0.07).at(dot))

    def name(self, net: str, at: Point, towards: str = "right", length: float = 0.35) -> None:
        """Draws a net's label at a point, with a short wire towards it."""
        step = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}[towards]
        end = (at[0] + step[0] * length, at[1] + step[1] * length)
        self.wire(at, end)
        self._labels.append((end, net))
        align = {"right": ("left", "center"), "left": ("right", "center")}.get(
            towards, ("center", "bottom" if towards == "up" else "top")
        )
        gap = (end[0] + step[0] * 0.1, end[1] + step[1] * 0.1)
        text = (
            self._elements.Label()
            .at(gap)
            .right()
            .label(
                net,
                "center",
                fontsize=_SMALL,
                color=_NAME,
                halign=align[0],
                valign=align[1],
                ofst=0,
            )
        )
        self._drawing.add(text)

    def ground(self, at: Point) -> None:
        """Draws the sign of ground at a point."""
        self._drawing.add(self._elements.Ground().at(at).right())
        self._labels.append((at, "GND"))

    def note(self, text: str, at: Point, size: int = 12) -> None:
        """Writes a heading."""
        label = (
            self._elements.Label()
            .at(at)
            .right()
            .label(text, "center", fontsize=size, halign="left", ofst=0)
        )
        self._drawing.add(label)

    def netlist(self) -> Netlist:
        """Returns the nets of the drawing. Unnamed ones are ``net_1`` and so on."""
        groups = _joined(self._pins, self._wires, self._labels)
        number = {
            (part.ref, pin.name): pin.number
            for part in self.circuit.parts
            for pin in part.kind.pins
        }
        nets: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for count, (names, pins) in enumerate(groups, 1):
            if len(names) > 1:
                raise ValueError(f"One wire is called {' and '.join(sorted(names))}.")
            if pins and (names or len(pins) > 1):
                nets[next(iter(names), f"net_{count}")] |= {(r, number[r, p]) for r, p in pins}
        return {net: frozenset(pins) for net, pins in nets.items()}

    def save(self, path: Path, width: int = 2000) -> None:
        """Writes the drawing as SVG, and as PNG next to it."""
        self._drawing.save(str(path), transparent=False)
        png(path, path.with_suffix(".png"), width)
        few_colours(path.with_suffix(".png"))


def png(svg: Path, out: Path, width: int) -> None:
    """Renders an SVG file. Raises subprocess.CalledProcessError if that fails."""
    command = ["rsvg-convert", "-w", str(width), "-b", "white", str(svg), "-o", str(out)]
    subprocess.run(command, check=True)


def few_colours(path: Path, colours: int = 24) -> None:
    """Reduces the colours of a PNG of lines and text to make it much smaller."""
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(colours, Image.Quantize.MEDIANCUT)
    small.save(path, optimize=True)


def _near(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < _GRID and abs(one[1] - other[1]) < _GRID


def _on(point: Point, wire: tuple[Point, Point]) -> bool:
    """Returns whether a point is on a wire that runs along an axis or between its ends."""
    (x, y), ((ax, ay), (bx, by)) = point, wire
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    if not length:
        return _near(point, wire[0])
    away = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
    return bool(away < _GRID and -_GRID < along < length + _GRID)


def _joined(
    pins: Mapping[tuple[str, str], Point],
    wires: Sequence[tuple[Point, Point]],
    labels: Sequence[tuple[Point, str]],
) -> list[tuple[set[str], set[tuple[str, str]]]]:
    """Returns (labels, pins) of each group that wires, touching ends and equal labels join."""
    parent: dict[Hashable, Hashable] = {}

    def root(one: Hashable) -> Hashable:
        while parent.setdefault(one, one) != one:
            one = parent[one]
        return one

    spots: list[tuple[Hashable, Point]] = [
        (("wire", at), point) for at, wire in enumerate(wires) for point in wire
    ]
    spots += [(("pin", pin), point) for pin, point in pins.items()]
    spots += [(("net", net), point) for point, net in labels]
    for one, point in spots:
        touched = [("wire", at) for at, wire in enumerate(wires) if _on(point, wire)]
        meets = [other for other, there in spots if _near(point, there)]
        for other in (*touched, *meets):
            parent[root(other)] = root(one)
    groups: dict[Hashable, tuple[set[str], set[tuple[str, str]]]] = {}
    for _, net in labels:
        groups.setdefault(root(("net", net)), (set(), set()))[0].add(net)
    for pin in pins:
        groups.setdefault(root(("pin", pin)), (set(), set()))[1].add(pin)
    return list(groups.values())
