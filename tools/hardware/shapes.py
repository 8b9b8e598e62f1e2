"""Solids of bought parts, each in its own frame, for overlap checks and pictures. Millimetres.

Sizes come from ``hardware/parts``; ``most`` takes each at the upper end of its tolerance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tools.hardware.parts import Bought, read

Span = tuple[float, float]


def between(x: Span, y: Span, z: Span) -> Any:
    """Returns a box between coordinates."""
    import build123d as b

    box = b.Box(x[1] - x[0], y[1] - y[0], z[1] - z[0])
    return b.Pos(sum(x) / 2, sum(y) / 2, sum(z) / 2) * box


def centred(size: Sequence[float]) -> Any:
    """Returns a box about the origin, standing on the ground."""
    x, y, z = size
    return between((-x / 2, x / 2), (-y / 2, y / 2), (0, z))


def _size(part: Bought, names: Sequence[str], most: bool) -> list[float]:
    return [part.most_mm(name) if most else part.mm(name) for name in names]


LEG_MM = 6.4  # of the microswitch's solder terminals, below its back
LEVER_MM = 14.5  # from its hinge to its end


def microswitch(lever_at: float = 0.0) -> tuple[Any, Any]:
    """Returns (body with terminals, lever); the origin lies in the middle between the holes.

    The lever's hinge is left; its end lies 7 mm right of the middle.

    Args:
        lever_at: height of the lever's end above the holes; 0 leaves it at rest.
    """
    import build123d as b

    part = read("micro")
    length, thick, high = part.mm("length"), part.mm("thickness"), part.mm("body_height")
    back = -part.mm("hole_above_back")
    body = between((-length / 2, length / 2), (-thick / 2, thick / 2), (back, back + high))
    for x in (-part.mm("holes_apart") / 2, part.mm("holes_apart") / 2):
        body -= b.Pos(x, 0, 0) * b.Rot(90, 0, 0) * b.Cylinder(part.mm("hole") / 2, thick + 1)
    for x in (-8.0, 0.8, 8.0):
        body += between((x - 0.3, x + 0.3), (-1.6, 1.6), (back - LEG_MM, back + 0.2))
    end = lever_at or part.mm("rest_height")
    hinge = back + high
    outline = [
        (-7.5, hinge),
        (-7.5 + LEVER_MM, end - 0.3),
        (-7.5 + LEVER_MM, end),
        (-7.5, hinge + 0.3),
    ]
    face = b.Face(b.Wire.make_polygon([b.Vector(x, 0, z) for x, z in outline], close=True))
    lever = b.extrude(face, amount=2.0, both=True)
    return body, lever


def pico() -> Any:
    """Returns a Pico: standing on its long edge, USB towards +y, its face towards +x.

    The origin is the middle of its back's lower edge.
    """
    part = read("pico")
    long, wide, thick = part.mm("length"), part.mm("width"), part.mm("board")
    board = between((0, thick), (-long / 2, long / 2), (0, wide))
    usb = between(
        (thick - 0.1, thick + part.most_mm("usb_height")),
        (long / 2 - 4.4, long / 2 + part.most_mm("usb_overhang")),
        (wide / 2 - 3.8, wide / 2 + 3.8),
    )
    return (
        board
        + usb
        + between((thick - 0.1, thick + 1.0), (-8, 0), (wide / 2 - 3.5, wide / 2 + 3.5))
    )


def usb_plug(reach: float = 25.0) -> Any:
    """Returns the overmould of a Micro-B plug: it begins at y = 0 and reaches out along y."""
    part = read("usb_plug")
    flat, wide = part.mm("height") / 2, part.mm("width") / 2
    return between((-flat, flat), (0, reach), (-wide, wide))


def speaker(most: bool = True) -> Any:
    """Returns a square speaker: its front at x = 0, its back towards -x."""
    import build123d as b

    side, depth = _size(read("speaker"), ("diameter", "depth"), most)
    frame = between((-3.0, 0), (-side / 2, side / 2), (-side / 2, side / 2))
    cone = b.Pos(-depth / 2, 0, 0) * b.Rot(0, 90, 0) * b.Cylinder(side / 2 - 1.5, depth)
    return frame + cone


def cell(kind: str) -> Any:
    """Returns a cell along x, its middle in the origin. Args: kind: ``aa`` or ``aaa``."""
    import build123d as b

    part = read(f"cell_{kind}")
    can = b.Rot(0, 90, 0) * b.Cylinder(part.mm("diameter") / 2, part.mm("length") - 1)
    nub = b.Pos(part.mm("length") / 2 - 0.6, 0, 0) * b.Rot(0, 90, 0) * b.Cylinder(2.5, 1.2)
    return can + nub


def holder(key: str, most: bool = True) -> Any:
    """Returns a holder of cells as a tray that is open above, standing on the ground."""
    long, wide, high = _size(read(key), ("length", "width", "height"), most)
    hollow = between(
        (-long / 2 + 2.5, long / 2 - 2.5), (-wide / 2 + 1.5, wide / 2 - 1.5), (1.5, 99)
    )
    return centred((long, wide, high)) - hollow


def light() -> Any:
    """Returns an LED of 5 mm towards -y with its rim at y = 0, and its legs behind."""
    import build123d as b

    part = read("light")
    turn = b.Rot(90, 0, 0)
    dome = part.mm("diameter") / 2
    front = part.mm("height") - 1.0 - dome
    shape = b.Pos(0, -front / 2, 0) * turn * b.Cylinder(dome, front)
    shape += b.Pos(0, -front, 0) * b.Sphere(dome)
    shape += b.Pos(0, 0.5, 0) * turn * b.Cylinder(part.mm("rim_diameter") / 2, 1.0)
    for x in (-1.9, -0.6, 0.6, 1.9):
        shape += between((x - 0.25, x + 0.25), (0.9, 4.4), (-0.25, 0.25))
    return shape


def d_sub(most: bool = True) -> Any:
    """Returns a D-sub of 9 contacts, upright: flange at y = 0 to 1.1, shell towards +y."""
    part = read("link_panel")
    half, wide = part.mm("flange_length") / 2, part.mm("flange_width") / 2
    flange = between((-wide, wide), (0, 1.1), (-half, half))
    import build123d as b

    for z in (-part.mm("holes_apart") / 2, part.mm("holes_apart") / 2):
        flange -= b.Pos(0, 0, z) * b.Rot(90, 0, 0) * b.Cylinder(1.55, 9)
    shell = between((-4.2, 4.2), (0, part.mm("shell_out")), (-8.5, 8.5))
    long, deep = _size(part, ("body_length", "depth"), most)
    return flange + shell + between((-5.4, 5.4), (-deep, 0.1), (-long / 2, long / 2))


def key(most: bool = False) -> Any:
    """Returns a key of 6 x 6 mm: its foot at y = 0, its cap towards +y."""
    import build123d as b

    part = read("tactile")
    side, high = part.mm("width") / 2, part.most_mm("height") if most else part.mm("height")
    body = between((-side, side), (0, 3.5), (-side, side))
    return body + b.Pos(0, high / 2, 0) * b.Rot(90, 0, 0) * b.Cylinder(1.75, high)


def slide_switch() -> Any:
    """Returns a slide switch: its face at y = 0, the slider towards +y, terminals behind."""
    body = between((-6.5, 6.5), (-7.5, 0), (-3.4, 3.4))
    for x in (-4.7, 0.0, 4.7):
        body += between((x - 0.6, x + 0.6), (-12, -7.4), (-1.0, 1.0))
    return body + between((-3.5, 0.5), (0, 5.0), (-1.5, 1.5))


def screw(size: float, length: float) -> Any:
    """Returns a pan-head screw that points down from z = 0: M2 to M3 by its size."""
    import build123d as b

    head = b.Pos(0, 0, 0.3 * size) * b.Cylinder(size * 0.95, 0.6 * size)
    return head + b.Pos(0, 0, -length / 2) * b.Cylinder(size / 2, length)


def driver(size: float = 3.0, length: float = 60.0) -> Any:
    """Returns the way of a screwdriver: upwards from z = 0, as wide as the screw's head."""
    import build123d as b

    return b.Pos(0, 0, length / 2 + 0.6 * size) * b.Cylinder(size * 0.95, length)


def bearing() -> Any:
    """Returns a ball bearing, its axle along z, its middle in the origin."""
    import build123d as b

    part = read("bearing")
    ring = b.Cylinder(part.mm("outside") / 2, part.mm("width"))
    return ring - b.Cylinder(part.mm("bore") / 2, part.mm("width") + 1)


def coil(inside: float, outside: float, length: float) -> Any:
    """Returns the space of a spring along z, from the ground up."""
    import build123d as b

    tube = b.Cylinder(outside / 2, length) - b.Cylinder(inside / 2, length + 1)
    return b.Pos(0, 0, length / 2) * tube
