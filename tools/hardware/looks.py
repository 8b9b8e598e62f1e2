"""Looks of small parts in pictures: legs, bodies and wires as meshes with their colours.

A part on a board uses the board's axes: x along a row, y against the columns, z away from the
board's face, in mm. If only a picture shows a size, it is that of a usual part.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from tools.hardware import parts
from tools.hardware.model import Part
from tools.hardware.render import Array, Colour

Look = list[tuple[Any, Colour]]
Place = tuple[float, float]
Point = Sequence[float] | Array

METAL, BLACK, WHITE = (0.78, 0.78, 0.80), (0.20, 0.20, 0.22), (0.93, 0.93, 0.90)
BOARD, GREEN, BLUE = (0.80, 0.66, 0.40), (0.16, 0.50, 0.30), (0.20, 0.38, 0.68)
_RESISTOR, _FILM, _CERAMIC = (0.45, 0.66, 0.80), (0.78, 0.28, 0.20), (0.90, 0.62, 0.22)
_CAN, _FUSE = (0.22, 0.26, 0.45), (0.95, 0.80, 0.25)
_LEG_MM = 0.6


def box(x: Place, y: Place, z: Place) -> Any:
    """Returns a box between coordinates as a mesh."""
    import trimesh

    low, high = np.array([x, y, z]).T
    moved = trimesh.transformations.translation_matrix((low + high) / 2)
    return trimesh.creation.box(high - low, moved)


def rod(start: Point, end: Point, diameter: float) -> Any:
    """Returns a straight round rod."""
    import trimesh

    return trimesh.creation.cylinder(diameter / 2, segment=[start, end], sections=32)


def screw(under: Point, way: Point, size: float, length: float) -> Look:
    """Returns a screw.

    Args:
        under: middle of its head's underside.
        way: unit vector of its direction.
        size: diameter of its thread, mm.
    """
    start, along = np.asarray(under, float), np.asarray(way, float)
    head = rod(start - 0.6 * size * along, start, 1.9 * size)
    return [(head, METAL), (rod(start, start + length * along, size), METAL)]


def nut(at: Point, way: Point, size: float) -> Look:
    """Returns a nut whose face is at a place. The length of ``way`` is its height."""
    start, along = np.asarray(at, float), np.asarray(way, float)
    return [(rod(start, start + 0.8 * size * along, 2.1 * size), METAL)]


def tube(points: Any, diameter: float, sides: int = 10) -> Any:
    """Returns a round wire along points, closed at its ends."""
    import trimesh

    path = np.asarray(points, float)
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    across = np.cross(along[0], np.eye(3)[np.argmin(np.abs(along[0]))])
    rings = []
    turn = np.linspace(0, math.tau, sides, endpoint=False)[:, None]
    for here, way in zip(path, along, strict=True):
        across = across - way * (across @ way)
        across /= np.linalg.norm(across)
        rings.append(
            here + diameter / 2 * (np.cos(turn) * across + np.sin(turn) * np.cross(way, across))
        )
    count, at = len(path), np.arange(sides)
    after = (at + 1) % sides
    faces = []
    for ring in range(count - 1):
        low, high = ring * sides, (ring + 1) * sides
        faces += [np.stack([low + at, low + after, high + after], 1)]
        faces += [np.stack([low + at, high + after, high + at], 1)]
    first, last = count * sides, count * sides + 1
    faces += [np.stack([np.full(sides, first), after, at], 1)]
    end = (count - 1) * sides
    faces += [np.stack([np.full(sides, last), end + at, end + after], 1)]
    corners = np.concatenate([*rings, path[:1], path[-1:]])
    return trimesh.Trimesh(corners, np.concatenate(faces), process=False)


def curve(start: Point, leave: Point, end: Point, arrive: Point) -> Array:
    """Returns points of a wire's bend (cubic Bezier).

    It leaves along ``leave`` and arrives from ``arrive``, both vectors from its ends.
    """
    a, b = np.asarray(start, float), np.asarray(end, float)
    t = np.linspace(0, 1, 28)[:, None]
    one, two = a + np.asarray(leave, float), b + np.asarray(arrive, float)
    points: Array = (
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t**2 * two + t**3 * b
    )
    return points


def helix(diameter: float, length: float, coils: float, wire: float) -> Any:
    """Returns a compression spring along z, from the ground up."""
    turn = np.linspace(0, coils * math.tau, int(coils * 24))
    radius = (diameter - wire) / 2
    rise = wire / 2 + turn / turn[-1] * (length - wire)
    return tube(np.stack([radius * np.cos(turn), radius * np.sin(turn), rise], 1), wire, 8)


def legs(holes: Sequence[Place], up: float) -> Look:
    """Returns legs in holes that reach below the board."""
    return [(rod((x, y, -2.6), (x, y, up), _LEG_MM), METAL) for x, y in holes]


def _axial(holes: list[Place], length: float, wide: float, colour: Colour) -> Look:
    """Returns a horizontal body between two holes, with its legs bent down to them."""
    (ax, ay), (bx, by) = holes
    middle, way = (ax + bx) / 2, (1 if bx > ax else -1)
    high = wide / 2 + 0.3
    ends = (middle - way * length / 2, middle + way * length / 2)
    return [
        (rod((ends[0], ay, high), (ends[1], by, high), wide), colour),
        (rod((ax, ay, high), (bx, by, high), _LEG_MM), METAL),
        *legs(holes, high),
    ]


def _resistor(_part: Part, pins: Mapping[str, Place]) -> Look:
    return _axial(list(pins.values()), 6.3, 2.4, _RESISTOR)


def _diode(_part: Part, pins: Mapping[str, Place]) -> Look:
    found = _axial([pins["K"], pins["A"]], 5.2, 2.7, BLACK)
    (kx, y), (ax, _) = pins["K"], pins["A"]
    way, middle = (1 if ax > kx else -1), (ax + kx) / 2
    ring = (middle - way * 2.0, middle - way * 1.2)
    return [*found, (rod((ring[0], y, 1.65), (ring[1], y, 1.65), 2.8), WHITE)]


def _capacitor(part: Part, pins: Mapping[str, Place]) -> Look:
    holes = list(pins.values())
    (ax, y), (bx, _) = holes
    film = (
        part.value.endswith("n") and part.ref in ("C1", "C2", "C3", "C4") and part.most_volts > 50
    )
    half, deep, high = (3.6, 1.3, 7.0) if film else (2.2, 1.2, 5.0)
    middle = (ax + bx) / 2
    body = box((middle - half, middle + half), (y - deep, y + deep), (0.4, high))
    return [(body, _FILM if film else _CERAMIC), *legs(holes, 1.0)]


def _electrolytic(part: Part, pins: Mapping[str, Place]) -> Look:
    (px, py), (nx, ny) = pins["+"], pins["-"]
    x, y = (px + nx) / 2, (py + ny) / 2
    tall = 7.0 if "_low" in part.buy.number else 11.0
    way = 1 if nx > px else -1
    edge = sorted((x + way * 2.6, x + way * 3.2))
    stripe = box((edge[0], edge[1]), (y - 1.1, y + 1.1), (0.6, tall - 0.4))
    return [
        (rod((x, y, 0.4), (x, y, tall), 6.3), _CAN),
        (rod((x, y, tall - 0.2), (x, y, tall + 0.05), 5.4), METAL),
        (stripe, WHITE),
        *legs([pins["+"], pins["-"]], 1.0),
    ]


def _transistor(_part: Part, pins: Mapping[str, Place]) -> Look:
    """A TO-92: with its flat side towards you and its legs down, C B E from left to right."""
    import trimesh

    (x, y), way = pins["B"], 1 if pins["C"][0] < pins["E"][0] else -1
    low = math.asin(-1.1 / 2.4)
    turn = np.linspace(low, math.pi - low, 40)
    edge = np.stack([x + 2.4 * np.cos(turn), y + way * 2.4 * np.sin(turn)], 1)
    corners = np.concatenate([np.c_[edge, np.full(40, z)] for z in (3.5, 8.1)])
    return [(trimesh.convex.convex_hull(corners), BLACK), *legs(list(pins.values()), 3.6)]


def _power_transistor(_part: Part, pins: Mapping[str, Place]) -> Look:
    """A TO-220: with its print towards you and its legs down, G D S from left to right."""
    (x, y), back = pins["D"], 1 if pins["G"][0] < pins["S"][0] else -1
    front, tab = sorted((y - back * 2.2, y + back * 1.0)), sorted((y + back, y + back * 2.3))
    return [
        (box((x - 5.0, x + 5.0), (front[0], front[1]), (4.0, 13.0)), BLACK),
        (box((x - 5.0, x + 5.0), (tab[0], tab[1]), (4.2, 19.8)), METAL),
        *legs(list(pins.values()), 4.2),
    ]


def _fuse(_part: Part, pins: Mapping[str, Place]) -> Look:
    (ax, y), (bx, _) = pins.values()
    x = (ax + bx) / 2
    return [
        (rod((x, y - 1.5, 5.0), (x, y + 1.5, 5.0), 7.4), _FUSE),
        *legs(list(pins.values()), 2.5),
    ]


def _amplifier(_part: Part, pins: Mapping[str, Place]) -> Look:
    module = parts.read("amplifier")
    first = module.pins[0].name
    x, y = pins[first]
    left, top = x - module.at_mm(first)[1], y + module.at_mm(first)[0]
    far, low = left + module.mm("width"), top - module.mm("length")
    header = [pins[name] for name in pins if not name.startswith("OUT")]
    xs = [place[0] for place in header]
    middle = (left + far) / 2
    found: Look = [
        (box((left, far), (low, top), (2.6, 4.2)), BLUE),
        (box((min(xs) - 1.2, max(xs) + 1.2), (y - 1.2, y + 1.2), (0, 2.6)), BLACK),
        (box((middle - 2.0, middle + 2.0), (low + 8, low + 13), (4.2, 5.8)), BLACK),
        (box((left + 1.5, left + 5.5), (low + 12, low + 16), (4.2, 7.2)), (0.75, 0.75, 0.8)),
        *[(rod((px, py, -2.6), (px, py, 5.4), 0.7), METAL) for px, py in header],
    ]
    for name in ("OUT+", "OUT-"):
        ox, oy = left + module.at_mm(name)[1], top - module.at_mm(name)[0]
        found.append((rod((ox, oy, 2.5), (ox, oy, 4.35), 2.4), (0.85, 0.72, 0.35)))
    return found


def _chip(_part: Part, pins: Mapping[str, Place]) -> Look:
    xs, ys = [x for x, _ in pins.values()], [y for _, y in pins.values()]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    found: Look = [(box((x - 1.95, x + 1.95), (y - 2.45, y + 2.45), (0.15, 1.6)), BLACK)]
    mark = pins["SD"]
    way = 1 if x > mark[0] else -1
    found.append(
        (rod((mark[0] + way * 1.4, mark[1], 1.5), (mark[0] + way * 1.4, mark[1], 1.7), 0.7), WHITE)
    )
    for px, py in pins.values():
        inner = sorted((px, x + (1.9 if px > x else -1.9)))
        found.append((box((inner[0], inner[1]), (py - 0.2, py + 0.2), (0.0, 0.5)), METAL))
    return found


_BY_KIND: dict[str, Callable[[Part, Mapping[str, Place]], Look]] = {
    "R": _resistor,
    "D": _diode,
    "D_Schottky": _diode,
    "C": _capacitor,
    "C_Polarized": _electrolytic,
    "NPN_CBE": _transistor,
    "PMOS_GDS": _power_transistor,
    "Polyfuse": _fuse,
    "PAM8302_breakout": _amplifier,
    "PAM8302AADCR": _chip,
}


def on_board(part: Part, pins: Mapping[str, Place]) -> Look:
    """Returns a part in holes. Raises KeyError for a kind without a look."""
    return _BY_KIND[part.kind.name](part, pins)


def moved(look: Look, matrix: Any) -> Look:
    """Returns a look moved by a 4 x 4 matrix."""
    found = []
    for mesh, colour in look:
        copy = mesh.copy()
        copy.apply_transform(matrix)
        found.append((copy, colour))
    return found
