"""Lever and its bracket with spring and switch. The bracket is screwed in from below."""

from __future__ import annotations

import math
from typing import Any

from tools.hardware.parts import read
from tools.hardware.shapes import between

from hardware.apple_base.sizes import SIZES, BaseSizes

LEVER_ANGLES = (0.0, 25.0)
LEVER_PIVOT = (88.0, 0.0, 24.0)
# From the axle: middle of the lever's ball (x, z), then two sides (x) and end (z) of the lower
# arm.
BALL = (26.0, 8.0)
ARM = (-7.0, 1.0, -12.0)
LEVER_WIDTH = 7.0
EAR_GAP = 3.0  # on each side of the lever, as space for its spring's coils
EAR_WALL = 4.4
# The lever's nose presses the microswitch at rest and leaves it when the lever is pulled. From the
# axle: middle of the nose (x), its underside (z), its reach to the side (y).
NOSE = (-12.5, 5.0, 16.0)
# Middle between the switch's holes, and its slots. It clicks when the lever comes to rest.
SWITCH_AT = (75.5, 14.2, 20.7)
SWITCH_SLOT_MM = 1.2  # up and down
BRACKET_SCREWS = ((69.0, -8.0), (76.0, 20.5))


def lever_stops() -> list[tuple[float, float]]:
    """Returns the lever's two stops: (inner face's x, height), mm.

    The outer stop meets the lower arm at rest, the inner one when the lever is pulled down.
    """
    x, _, z = LEVER_PIVOT
    inner, outer, end = ARM
    pulled = math.radians(LEVER_ANGLES[1])
    swung = inner * math.cos(pulled) + end * math.sin(pulled)
    low = -inner * math.sin(pulled) + end * math.cos(pulled)
    return [(x + outer + 0.05, z + end + 3.0), (x + swung - 0.05 - 3.0, z + low + 2.0)]


def bracket(sizes: BaseSizes = SIZES) -> Any:
    """Returns the bracket of lever, spring and switch. It is assembled outside the drum."""
    import build123d as b

    x, _, z = LEVER_PIVOT
    floor = sizes.wall + 0.05
    plate = between((64, 90), (-12, 12), (floor, floor + 3))
    plate += between((64, 80), (-12, 26), (floor, floor + 3))
    for side in (-1, 1):
        at = side * (LEVER_WIDTH / 2 + EAR_GAP + EAR_WALL / 2)
        ear = between((x - 9, x + 3), (at - EAR_WALL / 2, at + EAR_WALL / 2), (floor, z + 5))
        for place, radius in (((x, z), 1.6), ((x - 6, z - 4), 0.5)):  # axle, leg of the spring
            ear -= b.Pos(place[0], at, place[1]) * b.Rot(90, 0, 0) * b.Cylinder(radius, 6)
        plate += ear
    for left, height in lever_stops():
        plate += between((left, left + 3), (-4, 4), (floor, height))
    at_x, at_y, at_z = SWITCH_AT
    back = at_x - read("micro").mm("thickness") / 2 - 0.1
    wall = between((back - 3, back), (at_y - 11, at_y + 11), (floor, at_z + 6))
    for y in (-read("micro").mm("holes_apart") / 2, read("micro").mm("holes_apart") / 2):
        slot = b.Box(20, 2.2, 2 * SWITCH_SLOT_MM)
        for dz in (-SWITCH_SLOT_MM, SWITCH_SLOT_MM):
            slot += b.Pos(0, 0, dz) * b.Rot(0, 90, 0) * b.Cylinder(1.1, 20)
        wall -= b.Pos(back, at_y + y, at_z) * slot
    plate += wall
    for x, y in BRACKET_SCREWS:
        plate += b.Pos(x, y, floor + 3.6) * b.Cylinder(4.0, 7.2)  # below the switch's legs
    for x, y in BRACKET_SCREWS:
        plate -= b.Pos(x, y, floor + 3) * b.Cylinder(1.25, 12)
    return plate


def lever(angle_deg: float = 0.0) -> Any:
    """Returns the lever, pulled by an angle, degrees: a bar with a ball outside, an arm inside."""
    import build123d as b

    inner, outer, end = ARM
    bar = b.Pos(9, 0, 8) * b.Box(30, LEVER_WIDTH, 6.0)
    bar += b.Pos((inner + outer) / 2, 0, (10 + end) / 2) * b.Box(
        outer - inner, LEVER_WIDTH, 10 - end
    )
    nose, under, aside = NOSE
    bar += b.Pos((nose - 3 + inner) / 2, 0, under + 1.5) * b.Box(inner - nose + 3, LEVER_WIDTH, 3)
    bar += b.Pos(nose, aside / 2, under + 1.5) * b.Box(6, aside, 3)
    bar += b.Pos(BALL[0], 0, BALL[1]) * b.Sphere(6.5)
    bar += b.Rot(90, 0, 0) * b.Cylinder(5.0, LEVER_WIDTH)
    bar -= b.Rot(90, 0, 0) * b.Cylinder(1.6, 9.0)
    bar -= b.Pos(26, 0, 0) * b.Box(20, 20, 9.0)
    # because it is printed in this position
    bar -= b.Pos(26, -LEVER_WIDTH / 2 - 5, 8) * b.Box(20, 10, 20)
    return b.Pos(*LEVER_PIVOT) * b.Rot(0, angle_deg, 0) * bar
