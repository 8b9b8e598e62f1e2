"""Enclosure of the Question Block: a cube of 70 mm, its plunger, tray, base and battery door.

Millimetres; the origin is the middle of the bottom. All parts stand where they are in use, the
plunger at rest. ``DIMENSIONS`` holds what a builder may have to change.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tools.hardware.products import ROOT

FONT = ROOT / "host_tools" / "pingblock" / "cards" / "fonts" / "DejaVuSans-Bold.ttf"


@dataclass(frozen=True)
class Dimensions:
    """Sizes, mm. Args: gap: between plunger and its guide; travel: of the plunger."""

    side: float = 70.0
    wall: float = 2.4
    plunger_radius: float = 20.0
    gap: float = 0.35
    guide_length: float = 12.0
    guide_wall: float = 2.4
    flange: float = 3.0
    travel: float = 3.0
    rest_slack: float = 0.2
    speaker_radius: float = 20.0
    tray_height: float = 22.0
    speaker_depth: float = 9.0
    boss: float = 8.0
    boss_top: float = 15.8


DIMENSIONS = Dimensions()
# Print each part with this side down; supports are not needed.
PRINT_TURN_DEG = {"body": 180, "plunger": 180}
VOLUME_CM3 = {
    "body": (45.0, 75.0),
    "plunger": (3.0, 12.0),
    "tray": (5.0, 16.0),
    "base": (5.0, 14.0),
    "door": (2.0, 7.0),
}
# What hangs out by more than 50 degrees, at most mm2, and why that prints all the same.
OVERHANGS = {
    "body": (230, "the tops of the openings: bridges of 13 mm at most, round holes of 8 mm"),
    "plunger": (360, "the flange stands out by 2.6 mm; press the rough rim smooth"),
    "tray": (30, "the holes for the switch's screws, 2.4 mm"),
    "base": (200, "a lip of 1.5 mm, and the tab of the door's screw: a support of 7 x 9 mm"),
    "door": (60, "the tongues stand out by 1.6 mm"),
}
COLOURS = {
    "body": (0.95, 0.74, 0.15),
    "plunger": (0.96, 0.96, 0.92),
    "tray": (0.45, 0.62, 0.75),
    "base": (0.80, 0.55, 0.18),
    "door": (0.85, 0.35, 0.25),
}
# How far each part is moved apart in the exploded drawing, mm upwards.
EXPLODED = {"plunger": 45.0, "body": 0.0, "tray": -48.0, "base": -72.0, "door": -92.0}
SCREWS = ((-28.0, -28.0), (28.0, -28.0), (-28.0, 28.0), (28.0, 28.0))
# Middle of the openings in the back wall: (x, z) and (width, height).
USB_OPENING = ((-21.5, 28.0), (13.0, 8.5))
SWITCH_OPENING = ((18.0, 14.0), (9.0, 5.0))
CHECK_HOLE = (18.0, 30.0)
CABLE_HOLE = (2.0, 12.0)
# The switch's screw holes; SS-5GL: its lever works 8.8 mm above them, +- 0.8 mm. It is pressed a
# little at rest, and for good before the plunger stops.
SWITCH_HOLES = DIMENSIONS.tray_height + 14.0
STEM_END = SWITCH_HOLES + 10.4
DOOR_SIZE = (50.0, 40.0)
SPEAKER_Z = 43.0


def _at(b: Any, x: float, y: float, z: float, shape: Any) -> Any:
    return b.Pos(x, y, z) * shape


def _tube(b: Any, outer: float, inner: float, height: float) -> Any:
    return b.Cylinder(outer, height) - b.Cylinder(inner, height + 1)


def body(d: Dimensions = DIMENSIONS) -> Any:
    """Returns the shell: open below, a guide for the plunger, grille, openings, four bosses."""
    import build123d as b

    side, wall = d.side, d.wall
    hole = d.plunger_radius + d.gap
    cube = b.Box(side, side, side)
    shell = b.chamfer(cube.edges(), 1.5) - _at(
        b, 0, 0, -wall, b.Box(side - 2 * wall, side - 2 * wall, side)
    )
    shell = _at(b, 0, 0, side / 2, shell)
    guide_at = side - d.guide_length / 2
    shell += _at(b, 0, 0, guide_at, b.Cylinder(hole + d.guide_wall, d.guide_length))
    shell -= _at(b, 0, 0, guide_at, b.Cylinder(hole, d.guide_length + 1))
    inside = side / 2 - wall
    room = b.Pos(0, 0, side / 2) * b.Box(2 * inside, 2 * inside, side - 2 * wall)
    for x, y in SCREWS:
        corner = b.Pos(math.copysign(inside, x), math.copysign(inside, y))
        straight = d.boss_top - wall
        boss = b.Pos(0, 0, wall + straight / 2) * b.Box(2 * d.boss, 2 * d.boss, straight)
        square = b.Pos(0, 0, d.boss_top) * b.Rectangle(2 * d.boss, 2 * d.boss)
        boss += b.extrude(
            square, d.boss - 0.1, taper=45
        )  # printed upside down, it needs no support
        shell += (corner * boss) & room
    shell -= b.Pos(0, 0, d.wall / 2) * b.Box(side - 2 * wall, side - 2 * wall, d.wall)
    for x, y in SCREWS:
        shell -= _at(b, x, y, 10, b.Cylinder(1.25, 20))
    shell -= _grille(b, d)
    return _openings(b, d, shell)


def _grille(b: Any, d: Dimensions) -> Any:
    """Returns the holes before the speaker, in the right wall."""
    x, z = d.side / 2 - d.wall / 2, SPEAKER_Z
    places = [(0.0, 0.0)]
    for count, radius in ((6, 6.0), (12, 12.0)):
        places += [
            (p.position.Y, p.position.Z)
            for p in (
                b.Rot(360 / count * step, 0, 0) * b.Pos(0, radius, 0) for step in range(count)
            )
        ]
    holes = [
        b.Pos(x, y, z + dz) * b.Rot(0, 90, 0) * b.Cylinder(1.6, d.wall + 2) for y, dz in places
    ]
    whole = holes[0]
    for hole in holes[1:]:
        whole += hole
    return whole


def _openings(b: Any, d: Dimensions, shell: Any) -> Any:
    """Returns the shell with the openings of the back, the light's hole and the sign in front."""
    back, front = d.side / 2 - d.wall / 2, -d.side / 2
    for (x, z), (width, height) in (USB_OPENING, SWITCH_OPENING):
        shell -= _at(b, x, back, z, b.Box(width, d.wall + 2, height))
    for (x, z), radius in ((CHECK_HOLE, 3.6), (CABLE_HOLE, 4.0)):
        shell -= b.Pos(x, back, z) * b.Rot(90, 0, 0) * b.Cylinder(radius, d.wall + 2)
    shell -= b.Pos(0, front + d.wall / 2, 12) * b.Rot(90, 0, 0) * b.Cylinder(2.6, d.wall + 2)
    # The sign is not mirrored: its face looks forwards.
    sign = b.Text("?", font_size=38, font_path=str(FONT), align=(b.Align.CENTER, b.Align.CENTER))
    face = b.Pos(0, front + 0.8, 40) * b.Rot(90, 0, 0)
    return shell - face * b.extrude(sign, 2.0)


def plunger(d: Dimensions = DIMENSIONS) -> Any:
    """Returns the button: a cap with a flange below that holds it, and a stem for the switch."""
    import build123d as b

    tube_end = d.side - d.guide_length
    top = d.side + 5.0
    flange_top = tube_end - d.rest_slack
    cap_height = top - flange_top
    cap = _at(b, 0, 0, flange_top + cap_height / 2, b.Cylinder(d.plunger_radius, cap_height))
    cap += _at(b, 0, 0, flange_top - d.flange / 2, b.Cylinder(d.plunger_radius + 2.6, d.flange))
    hollow = top - d.wall - (flange_top - d.flange)
    cap -= _at(b, 0, 0, top - d.wall - hollow / 2, b.Cylinder(d.plunger_radius - d.wall, hollow))
    stem = top - d.wall - STEM_END
    return cap + _at(b, 0, 0, STEM_END + stem / 2, b.Cylinder(4.0, stem))


def stop_height(d: Dimensions = DIMENSIONS) -> float:
    """Returns where the posts end that stop the plunger, mm above the ground."""
    return d.side - d.guide_length - d.rest_slack - d.flange - d.travel - d.rest_slack


def tray(d: Dimensions = DIMENSIONS) -> Any:
    """Returns the plate over the cells: posts that stop the plunger, bed of the switch."""
    import build123d as b

    width = d.side - 2 * d.wall - 1.0
    thick = 2.0
    plate = _at(b, 0, 0, d.tray_height + thick / 2, b.Box(width, width, thick))
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            corner = _at(b, x * width / 2, y * width / 2, d.tray_height + 1, b.Box(17, 17, 6))
            plate -= corner
    plate -= _at(b, 26, 0, d.tray_height + 1, b.Box(30, 26, 6))  # the speaker's lower edge
    posts = stop_height(d) - d.tray_height
    for angle in (65, 115, 245, 295):
        place = b.Rot(0, 0, angle) * b.Pos(d.plunger_radius + 0.4, 0, d.tray_height + posts / 2)
        plate += place * b.Cylinder(2.2, posts)
    # The switch's bed: two walls with a slot of 6.4 mm between them; screws go through.
    for y in (-4.4, 4.4):
        wall = b.Box(20, 2.4, BED_WALL) - b.Pos(-4.75, 0, 4) * b.Rot(90, 0, 0) * b.Cylinder(1.2, 4)
        wall -= b.Pos(4.75, 0, 4) * b.Rot(90, 0, 0) * b.Cylinder(1.2, 4)
        plate += _at(b, 0, y, d.tray_height + thick + BED_WALL / 2, wall)
    return plate


def base(d: Dimensions = DIMENSIONS) -> Any:
    """Returns the bottom plate: pillars for the tray, screw holes, opening of the battery door."""
    import build123d as b

    width = d.side - 2 * d.wall - 0.4
    plate = _at(b, 0, 0, d.wall / 2, b.Box(width, width, d.wall))
    plate -= _at(b, 0, 0, d.wall / 2, b.Box(*DOOR_SIZE, d.wall + 1))
    # A rim inside carries the door on two sides; a tab takes its screw.
    for x in (-1.0, 1.0):
        plate += _at(b, x * (DOOR_SIZE[0] / 2 + 0.5), 0, d.wall * 0.75, b.Box(4, 40, d.wall / 2))
    tab = b.Box(9, 9, 4.4) - b.Cylinder(1.25, 6)
    plate += _at(b, 0, -DOOR_SIZE[1] / 2 + 2.5, d.wall / 2 + 2.2, tab)
    pillars = d.tray_height - d.wall
    for x, y in ((-30.0, 0.0), (30.0, -17.5), (30.0, 17.5), (0.0, -29.0), (0.0, 29.0)):
        size = (3.0, 13.0) if x else (14.0, 3.0)
        plate += _at(b, x, y, d.wall + pillars / 2, b.Box(*size, pillars))
    for x, y in SCREWS:
        plate -= _at(b, x, y, d.wall / 2, b.Cylinder(1.7, d.wall + 1))
    return plate


def door(d: Dimensions = DIMENSIONS) -> Any:
    """Returns the battery door: tongues at one end, a hole for its screw at the other."""
    import build123d as b

    thick = d.wall / 2 - 0.1
    width, depth = DOOR_SIZE[0] - 0.6, DOOR_SIZE[1] - 0.6
    plate = _at(b, 0, 0, thick / 2, b.Box(width, depth, thick))
    for x in (-12.0, 12.0):
        plate += _at(b, x, depth / 2 - 2, d.wall / 2 + 1.0, b.Box(8, 4, d.wall + 2.0 - 0.2))
        plate += _at(b, x, depth / 2 + 0.8, d.wall + 0.2 + 0.8, b.Box(8, 5, 1.6))
    return plate - _at(b, 0, -DOOR_SIZE[1] / 2 + 2.5, thick / 2, b.Cylinder(1.7, thick + 1))


PLUNGER_SPRING = (45.0, 0.1)  # its free length, mm, and its rate, N/mm: a guess, see below
BED_WALL = 16.0  # height of the walls that hold the switch and carry the spring


def spring_n(pressed_mm: float, d: Dimensions = DIMENSIONS) -> float:
    """Returns the spring's force on the plunger when it is pressed so far, N."""
    free, rate = PLUNGER_SPRING
    under_the_cap, on_the_walls = d.side + 5.0 - d.wall, d.tray_height + 2.0 + BED_WALL
    return rate * (free - (under_the_cap - pressed_mm - on_the_walls))


# Part -> (what the model takes, status, source). Measure your part before you print a guess.
BOUGHT_SIZES = {
    "speaker": ("40 mm round, 9 mm deep", "guess", "such speakers are 5 to 12 mm deep"),
    "pico": ("51.3 x 21 x 4 mm with its USB socket", "datasheet",
             "Raspberry Pi Pico data sheet, chapter 2: 51 x 21 mm, 1 mm thick"),
    "board": ("48 x 43 mm, 4.8 mm with parts and wires", "calculated", "19 x 17 holes of 2.54 mm"),
    "cells": ("48 x 38 x 13 mm", "guess", "MPD BH3AAAW, from memory; holders differ by 2 mm"),
    "switch": ("19.8 x 6.4 x 10.2 mm, holes 9.5 mm apart", "datasheet", "Omron SS"),
    "switch's lever": ("works 8.8 mm above its holes, +- 0.8 mm", "guess",
                       "Omron SS-5GL, from memory; the plain SS-5 has 8.4 mm +- 0.5"),
    "USB plug": ("11 x 7.5 mm; opening of 13 x 8.5 mm", "guess", "moulded plugs differ"),
    "slide switch": ("opening of 9 x 5 mm", "guess", "C&K 1101, from memory"),
    "check key": ("hole of 7.2 mm for a cap of 3.5 mm", "guess", "Omron B3F-1070, from memory"),
    "light": ("hole of 5.2 mm", "datasheet", "any light of 5 mm"),
    "spring": ("compression spring: 8.5 mm inside, 12 mm outside, 45 mm long", "guess",
               "0.1 N/mm; on the switch's walls it is 32.6 mm long at rest: 1.2 N up"),
}  # fmt: skip


def bought() -> dict[str, Any]:
    """Returns the space that bought parts take: speaker, Pico, board, cells, switch."""
    import build123d as b

    d, top = DIMENSIONS, DIMENSIONS.tray_height + 2.0
    inner = d.side / 2 - d.wall
    return {
        "speaker": b.Pos(inner - d.speaker_depth / 2 - 0.1, 0, SPEAKER_Z)
        * b.Rot(0, 90, 0)
        * b.Cylinder(d.speaker_radius, d.speaker_depth),
        "pico": b.Pos(-21.6, 6.0, top + 2.3) * b.Box(21.0, 51.3, 4.0),
        "board": b.Pos(0, -inner + 2.6, top + 21.5) * b.Box(48.0, 4.8, 43.0),
        "cells": b.Pos(0, 0, d.wall + 11.3) * b.Box(48.0, 38.0, 13.0),
        "switch": b.Pos(0, 0, top + 8.5) * b.Box(19.8, 6.3, 16.0),
    }


def parts(d: Dimensions = DIMENSIONS) -> dict[str, Any]:
    """Returns the printed parts in place."""
    return {
        "body": body(d),
        "plunger": plunger(d),
        "tray": tray(d),
        "base": base(d),
        "door": door(d),
    }


PIECES: dict[str, int] = {}
VIEW = (34.0, 24.0)


def standing(meshes: dict[str, Any]) -> list[tuple[str, Any]]:
    """Returns (part, mesh) of everything that the picture of the finished block shows."""
    return list(meshes.items())
