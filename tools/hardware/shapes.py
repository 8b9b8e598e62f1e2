"""Solids of bought parts, each in a separate frame, for overlap checks and pictures, in mm.

Sizes come from ``hardware/parts``, at the upper end of their tolerances if that takes more space.
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


def joined(solids: Sequence[Any]) -> Any:
    """Returns several solids as one. One step is much faster than one after the other."""
    first, *others = solids
    return first.fuse(*others)


def centred(size: Sequence[float]) -> Any:
    """Returns a box above the ground, with x and y around the origin."""
    x, y, z = size
    return between((-x / 2, x / 2), (-y / 2, y / 2), (0, z))


def _size(part: Bought, names: Sequence[str], most: bool) -> list[float]:
    return [part.most_mm(name) if most else part.mm(name) for name in names]


def _half(part: Bought, name: str) -> Span:
    """Returns the span of a length about the middle, at its largest."""
    return -part.most_mm(name) / 2, part.most_mm(name) / 2


def microswitch(lever_at: float = 0.0) -> tuple[Any, Any]:
    """Returns (body with terminals, lever). The origin is in the middle between the holes.

    The lever's hinge is left, and its end right of the middle.

    Args:
        lever_at: height of the lever's end above the holes. 0 leaves it at rest.
    """
    import build123d as b

    part = read("micro")
    length, thick, high = part.mm("length"), part.mm("thickness"), part.mm("body_height")
    back = -part.mm("hole_above_back")
    body = between((-length / 2, length / 2), (-thick / 2, thick / 2), (back, back + high))
    for x in (-part.mm("holes_apart") / 2, part.mm("holes_apart") / 2):
        body -= b.Pos(x, 0, 0) * b.Rot(90, 0, 0) * b.Cylinder(part.mm("hole") / 2, thick + 1)
    apart, thin = part.mm("terminals_apart"), part.mm("terminal_thick") / 2
    for x in (-apart, apart / 10, apart):
        down = (back - part.most_mm("terminal_length"), back + 0.2)
        body += between((x - thin, x + thin), _half(part, "terminal_width"), down)
    end, sheet = lever_at or part.mm("rest_height"), part.mm("lever_thick")
    left = -part.mm("hinge")
    right, hinge = left + part.most_mm("lever_length"), back + high
    outline = [(left, hinge), (right, end - sheet), (right, end), (left, hinge + sheet)]
    face = b.Face(b.Wire.make_polygon([b.Vector(x, 0, z) for x, z in outline], close=True))
    lever = b.extrude(face, amount=part.most_mm("lever_width") / 2, both=True)
    return body, lever


def pico() -> Any:
    """Returns a Pico on its long edge, with USB towards +y and its face towards +x.

    The origin is the middle of its back's lower edge.
    """
    part = read("pico")
    long, wide, thick = part.mm("length"), part.mm("width"), part.mm("board")
    board = between((0, thick), (-long / 2, long / 2), (0, wide))
    (left, right), middle = _half(part, "usb_width"), wide / 2
    usb = between(
        (thick - 0.1, thick + part.most_mm("usb_height")),
        (long / 2 - part.mm("usb_inside"), long / 2 + part.most_mm("usb_overhang")),
        (middle + left, middle + right),
    )
    (left, right), high = _half(part, "chip"), part.most_mm("chip_height")
    chip = between((thick - 0.1, thick + high), (2 * left, 0), (middle + left, middle + right))
    return board + usb + chip


def usb_plug(long: float = 99) -> Any:
    """Returns the overmould of a Micro-B plug, which begins at y = 0 and reaches out along y."""
    part = read("usb_plug")
    flat, wide = part.mm("height") / 2, part.mm("width") / 2
    return between((-flat, flat), (0, long), (-wide, wide))


def speaker(most: bool = True) -> Any:
    """Returns a square speaker with its front at x = 0 and its back towards -x."""
    import build123d as b

    side, depth, frame, basket = _size(
        read("speaker"), ("diameter", "depth", "frame", "basket"), most
    )
    front = between((-frame, 0), (-side / 2, side / 2), (-side / 2, side / 2))
    return front + b.Pos(-depth / 2, 0, 0) * b.Rot(0, 90, 0) * b.Cylinder(basket / 2, depth)


def cell(kind: str) -> Any:
    """Returns a cell along x, its middle in the origin. Args: kind: ``aa`` or ``aaa``."""
    import build123d as b

    part = read(f"cell_{kind}")
    along, length, button = b.Rot(0, 90, 0), part.mm("length"), part.mm("button")
    can = along * b.Cylinder(part.mm("diameter") / 2, length - button)
    nub = along * b.Cylinder(part.mm("button_diameter") / 2, button)
    return b.Pos(-button / 2, 0, 0) * can + b.Pos((length - button) / 2, 0, 0) * nub


def holder(key: str, most: bool = True) -> Any:
    """Returns a holder of cells as a tray on the ground that is open above."""
    part = read(key)
    long, wide, high = _size(part, ("length", "width", "height"), most)
    end, side = part.mm("end"), part.mm("side")
    hollow = between(
        (-long / 2 + end, long / 2 - end), (-wide / 2 + side, wide / 2 - side),
        (part.mm("floor"), 99),
    )  # fmt: skip
    return centred((long, wide, high)) - hollow


def light() -> Any:
    """Returns an LED of 5 mm towards -y with its rim at y = 0, and its legs behind."""
    import build123d as b

    part = read("light")
    turn = b.Rot(90, 0, 0)
    dome, rim, leg = part.mm("diameter") / 2, part.mm("rim_thick"), part.mm("leg") / 2
    front = part.mm("height") - rim - dome
    shape = b.Pos(0, -front / 2, 0) * turn * b.Cylinder(dome, front)
    shape += b.Pos(0, -front, 0) * b.Sphere(dome)
    shape += b.Pos(0, rim / 2, 0) * turn * b.Cylinder(part.mm("rim_diameter") / 2, rim)
    for place in (-1.5, -0.5, 0.5, 1.5):
        x = place * part.mm("leg_pitch")
        shape += between((x - leg, x + leg), (rim - 0.1, rim + dome), (-leg, leg))
    return shape


def d_sub(most: bool = True) -> Any:
    """Returns a D-sub of 9 contacts, upright: flange from y = 0, shell towards +y."""
    import build123d as b

    part = read("link_panel")
    half, wide = part.mm("flange_length") / 2, part.mm("flange_width") / 2
    flange = between((-wide, wide), (0, part.mm("flange_thick")), (-half, half))
    for z in (-part.mm("holes_apart") / 2, part.mm("holes_apart") / 2):
        flange -= b.Pos(0, 0, z) * b.Rot(90, 0, 0) * b.Cylinder(part.mm("screw_hole") / 2, 9)
    shell = between(
        _half(part, "shell_width"), (0, part.mm("shell_out")), _half(part, "shell_length")
    )
    long, across, deep = _size(part, ("body_length", "body_width", "depth"), most)
    return flange + shell + between((-across / 2, across / 2), (-deep, 0.1), (-long / 2, long / 2))


def key(most: bool = False) -> Any:
    """Returns a key of 6 x 6 mm: its foot at y = 0, its cap towards +y."""
    import build123d as b

    part = read("tactile")
    side, high, low = _size(part, ("width", "height", "body_height"), most)
    cap = b.Cylinder(part.mm("cap_diameter") / 2, high)
    body = between((-side / 2, side / 2), (0, low), (-side / 2, side / 2))
    return body + b.Pos(0, high / 2, 0) * b.Rot(90, 0, 0) * cap


def slide_switch() -> Any:
    """Returns a slide switch: its face at y = 0, the slider towards +y, terminals behind."""
    part = read("slide")
    back, wide = -part.most_mm("depth"), part.mm("terminal_width") / 2
    body = between(_half(part, "length"), (back, 0), _half(part, "width"))
    for place in (-1, 0, 1):
        x = place * part.mm("terminals_apart")
        behind = (back - part.mm("terminal_length"), back + 0.1)
        body += between((x - wide, x + wide), behind, (-wide, wide))
    half, way = part.mm("slider") / 2, part.mm("travel") / 2
    return body + between((-half - way, half - way), (0, part.mm("slider_out")), (-half, half))


def screw(name: str) -> Any:
    """Returns a screw that points down from z = 0. Args: name: of its size, such as ``m3x10``."""
    import build123d as b

    part = read(f"screw_{name}")
    high, length = part.most_mm("head_height"), part.mm("length")
    head = b.Pos(0, 0, high / 2) * b.Cylinder(part.mm("head_diameter") / 2, high)
    return head + b.Pos(0, 0, -length / 2) * b.Cylinder(part.mm("diameter") / 2, length)


def driver(name: str = "m3x10") -> Any:
    """Returns the path of a screwdriver: upwards from z = 0, as wide as the screw's head."""
    import build123d as b

    part = read(f"screw_{name}")
    from_z, length = part.most_mm("head_height"), 60
    shaft = b.Cylinder(part.mm("head_diameter") / 2, length)
    return b.Pos(0, 0, length / 2 + from_z) * shaft


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
