"""Cam of five lobes, the driver that turns it, and the worms that ride on it.

The servo in the middle turns the cam back and forth through a driver with two pegs. Six ball
bearings carry the cam, so that worms and fingers cannot bend the servo's shaft. Each worm rides on
the cam with its round foot. With five lobes, a turn of 60 degrees, the firmware's default, lifts
each worm through at least 90 % of the lift at any place.
"""

from __future__ import annotations

import math
from typing import Any

from hardware.apple_base.sizes import SIZES, WORM, BaseSizes, WormSize

# The worms' range of the firmware's default calibration. A test keeps both the same.
TURN_DEG = (60.0, 120.0)
ROLLERS_DEG = (30.0, 90.0, 150.0, 210.0, 270.0, 330.0)
ROLLER_AT = 76.0  # middle of a bearing, from the middle
PEGS_AT, PEG_RADIUS = 14.0, 3.0
DRIVER_Z = 36.0  # of its underside. The servo's horn ends there, 1.5 mm higher or lower


def lobe(angle: float, sizes: BaseSizes = SIZES) -> float:
    """Returns the share of the lift, 0.0..1.0, at an angle of the cam, radians."""
    return (1 - math.cos(sizes.lobes * angle)) / 2


def cam_height(x: float, y: float, turn_deg: float, sizes: BaseSizes = SIZES) -> float:
    """Returns the height of the turned cam at a place, mm above the ground."""
    share = math.hypot(x, y) / sizes.cam_radius
    angle = math.atan2(y, x) - math.radians(turn_deg)
    return sizes.cam_low + sizes.cam_thick + share * sizes.lift * lobe(angle, sizes)


def worm_height(
    x: float, y: float, turn_deg: float, worm: WormSize = WORM, sizes: BaseSizes = SIZES
) -> float:
    """Returns the height of a worm's foot above the ground, where its ball touches the cam, mm."""
    centres = [cam_height(x, y, turn_deg, sizes) + worm.radius]
    for ring in (0.25, 0.5, 0.75, 0.95):
        off = ring * worm.radius
        drop = math.sqrt(worm.radius**2 - off**2)
        for step in range(16):
            angle = math.tau * step / 16
            here = (x + off * math.cos(angle), y + off * math.sin(angle))
            centres.append(cam_height(*here, turn_deg, sizes) + drop)
    return max(centres) - worm.radius


def places(sizes: BaseSizes = SIZES) -> list[tuple[float, float]]:
    """Returns the places of the worms: (x, y) of each."""
    found = []
    for ring, (count, radius) in enumerate(sizes.rings):
        for at in range(count):
            angle = math.tau * (at + 0.5 * (ring % 2)) / count
            found.append((radius * math.cos(angle), radius * math.sin(angle)))
    return found


def cam(sizes: BaseSizes = SIZES, facets: int = 120) -> Any:
    """Returns the cam: triangles from its middle to the rim, walls, a flat underside."""
    import build123d as b

    low, top = sizes.cam_low, sizes.cam_low + sizes.cam_thick
    angles = [math.tau * at / facets for at in range(facets)]

    def rim(angle: float, height: float) -> Any:
        return b.Vector(
            sizes.cam_radius * math.cos(angle), sizes.cam_radius * math.sin(angle), height
        )

    upper = [rim(angle, top + sizes.lift * lobe(angle, sizes)) for angle in angles]
    lower = [rim(angle, low) for angle in angles]
    middle = b.Vector(0, 0, top)
    faces = [b.Face(b.Wire.make_polygon(lower, close=True))]
    for at in range(facets):
        after = (at + 1) % facets
        faces.append(b.Face(b.Wire.make_polygon([middle, upper[at], upper[after]], close=True)))
        side = [lower[at], lower[after], upper[after], upper[at]]
        faces.append(b.Face(b.Wire.make_polygon(side, close=True)))
    solid = b.Solid(b.Shell(faces))
    # Slots for the driver's pegs leave the cam free to rest on its bearings.
    for side_x in (-1.0, 1.0):
        slot = b.Box(3.0, 2 * PEG_RADIUS + 0.5, 20)
        for end in (-1.5, 1.5):
            slot += b.Pos(end, 0, 0) * b.Cylinder(PEG_RADIUS + 0.25, 20)
        solid -= b.Pos(side_x * PEGS_AT, 0, top) * slot
    return solid - b.Pos(0, 0, low + 2) * b.Cylinder(5.0, 20)


def driver() -> Any:
    """Returns the plate on the servo's horn: slots for the horn's screws, two pegs."""
    import build123d as b

    plate = b.Pos(0, 0, 1.5) * b.Cylinder(19.0, 3.0) - b.Cylinder(4.0, 20)
    for turn in (0, 90, 180, 270):
        slot = b.Pos(10.5, 0, 0) * b.Box(10.0, 2.2, 20)
        plate -= b.Rot(0, 0, 45 + turn) * slot
    for x in (-PEGS_AT, PEGS_AT):
        plate += b.Pos(x, 0, 6.5) * b.Cylinder(PEG_RADIUS, 7.2)
    return b.Pos(0, 0, DRIVER_Z) * plate


def worm(size: WormSize = WORM) -> Any:
    """Returns one worm with its foot on the ground: a rod with a round foot and a flat head."""
    import build123d as b

    body = size.length - size.radius
    rod = b.Pos(0, 0, size.radius + body / 2) * b.Cylinder(size.radius, body)
    return rod + b.Pos(0, 0, size.radius) * b.Sphere(size.radius)
