"""A thing with all its parts in their places, for its step pictures.

Every part has a name. Printed and bought parts have the models' names, parts on the board the
circuit's, and each wire has a name, too.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from tools.hardware import looks, perfboard, pictures, routes, solids
from tools.hardware.looks import Look, Point
from tools.hardware.perfboard import COLUMNS, PITCH_MM, ROWS
from tools.hardware.render import Array, Colour

_NAMED: dict[str, Colour] = {
    "black": (0.13, 0.13, 0.13), "red": (0.85, 0.15, 0.15), "yellow": (0.93, 0.80, 0.15),
    "green": (0.18, 0.60, 0.25), "blue": (0.18, 0.38, 0.80), "white": (0.92, 0.92, 0.92),
    "orange": (0.95, 0.55, 0.12), "brown": (0.50, 0.32, 0.20), "violet": (0.56, 0.36, 0.72),
    "grey": (0.58, 0.58, 0.60),
}  # fmt: skip
_HOLE = (0.45, 0.33, 0.18)
_WIRE_MM, _BACK_WIRE_MM = 1.3, 1.1


@dataclass(frozen=True)
class End:
    """An end of a wire.

    Args:
        part: name of the part to which it is soldered.
        at: its place.
        out: its first direction, whose length is the width of the bend, mm.
    """

    part: str
    at: Point
    out: Point


@dataclass(frozen=True)
class Wire:
    """A wire between two parts, in all pictures that show them."""

    start: End
    end: End
    colour: Colour
    diameter: float = _WIRE_MM


@dataclass
class Scene:
    """All parts in place. Args: looks: of each part. wires: between parts."""

    looks: dict[str, Look] = field(default_factory=dict)
    wires: dict[str, Wire] = field(default_factory=dict)

    def names(self) -> list[str]:
        """Returns the names of all parts and wires."""
        return [*self.looks, *self.wires]

    def add(self, solids_of: Mapping[str, Any], colours: Mapping[str, Colour] | Colour) -> None:
        """Adds solids (build123d) by their names, in a colour for each or one for all."""
        for name, solid in solids_of.items():
            colour = colours[name] if isinstance(colours, Mapping) else colours
            self.looks[name] = [(solids.mesh(solid, 0.05), colour)]


def place(origin: Point, x: Point, y: Point) -> Array:
    """Returns the 4 x 4 matrix of a board's axes: its middle, its x and its y in the thing."""
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2] = x, y, np.cross(x, y)
    matrix[:3, 3] = origin
    return matrix


def hole_at(hole: tuple[float, float]) -> tuple[float, float]:
    """Returns the place of a perfboard's hole in the board's axes, mm from its middle."""
    column, row = hole
    return (column - (COLUMNS - 1) / 2) * PITCH_MM, ((ROWS - 1) / 2 - row) * PITCH_MM


def _plate(thick: float) -> Look:
    """Returns the bare perfboard with its face at z = 0."""
    import trimesh

    wide, high = COLUMNS * PITCH_MM / 2, ROWS * PITCH_MM / 2
    spots = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = hole_at((column, row))
            hole = trimesh.creation.cylinder(0.5, thick + 0.06, sections=10)
            hole.apply_translation((x, y, -thick / 2))
            spots.append(hole)
    plate = looks.box((-wide, wide), (-high, high), (-thick, 0))
    return [(plate, looks.BOARD), (trimesh.util.concatenate(spots), _HOLE)]


def _back_wire(route: perfboard.Route, level: float) -> Array:
    """Returns the points of a wire on the board's back, its corners rounded a little."""
    spots = [np.array(hole_at((x / 2, y / 2))) for x, y in route.corners]
    points = [np.array([*spots[0], -1.0]), np.array([*spots[0], level + 0.5])]
    for before, here in pairwise(spots):
        way = (here - before) / np.linalg.norm(here - before)
        points += [
            np.array([*(before + 0.6 * way), level]),
            np.array([*(here - 0.6 * way), level]),
        ]
    points += [np.array([*spots[-1], level + 0.5]), np.array([*spots[-1], -1.0])]
    return np.array(points)


def _rgb(text: str) -> Colour:
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def add_perfboard(scene: Scene, circuit: Any, pose: Array, thick: float) -> None:
    """Adds the board ``perfboard``, its parts by their references, and the wires on its back.

    Args:
        pose: place and direction of the middle of its face.
    """
    layout = perfboard.layout_of(circuit)
    scene.looks["perfboard"] = looks.moved(_plate(thick), pose)
    for part in circuit.parts:
        if part.ref in perfboard.OFF_BOARD:
            continue
        pins = {pin: hole_at(hole) for (ref, pin), hole in layout.holes.items() if ref == part.ref}
        scene.looks[part.ref] = looks.moved(looks.on_board(part, pins), pose)
    colours = pictures.colours_of(circuit)
    for count, route in enumerate(routes.routes_of(layout)):
        path = _back_wire(route, -thick - 0.7 - 0.5 * (count % 4))
        colour = _rgb(colours.get(route.net, "#999999"))
        name = f"back wire {count + 1} {route.net}"
        scene.looks[name] = looks.moved([(looks.tube(path, _BACK_WIRE_MM), colour)], pose)


def add_harness(
    scene: Scene, circuit: Any, pose: Array, ends: Mapping[str, End], bend_mm: float = 16.0
) -> None:
    """Adds the wires of the cut list, each called ``wire`` and its pin that is off the board.

    Args:
        pose: place and direction of the perfboard.
        ends: ``ref.pin`` -> end at the part off the board.
    """
    layout = perfboard.layout_of(circuit)
    out = bend_mm * pose[:3, 2]
    for row in csv.DictReader(io.StringIO(perfboard.harness(layout))):
        start, to = row["from"], row["to"]
        if to.startswith("board "):
            x, y = hole_at(perfboard.hole_of(to.removeprefix("board ")))
            other = End("perfboard", (pose @ [x, y, 0.3, 1])[:3], out)
        else:
            if start.startswith("U1."):
                start, to = to, start
            other = ends[to]
        scene.wires[f"wire {start}"] = Wire(ends[start], other, _NAMED[row["colour"]])
