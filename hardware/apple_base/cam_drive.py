"""Loads of the cam on its bearings, on the servo and on the worms' guides. Pure figures.

Lengths in mm, forces in N, torques in Nm. Sources: forces on a cam with a flat-sided follower in
a guide (any handbook of machine design, such as Shigley, chapter on cams).
"""

from __future__ import annotations

import math

from tools.hardware.parts import read

from hardware.apple_base.cam_parts import (
    ROLLER_AT,
    ROLLERS_DEG,
    TURN_DEG,
    places,
    worm_height,
)
from hardware.apple_base.sizes import SIZES, WORM, BaseSizes, WormSize

FRICTION = 0.4  # printed plastic on itself: 0.2 to 0.4, and less with wax on the cam
PLA_N_PER_CM3 = 1.24e-3 * 9.81


def slope(sizes: BaseSizes = SIZES) -> float:
    """Returns the steepest rise of the cam along a worm's ring. All rings have the same."""
    return sizes.lift * sizes.lobes / 2 / sizes.cam_radius


def clamping(sizes: BaseSizes = SIZES, friction: float = FRICTION) -> float:
    """Returns how near a worm is to clamping in its guide. At 1.0 it clamps.

    The cam pushes sideways with the tangent of its slope and the angle of friction. The worm's
    part below its guide is as long as the distance from its foot to the guide's end.
    """
    out = sizes.guide_end - sizes.cam_low - sizes.cam_thick
    guide = sizes.height - sizes.guide_end
    aside = math.tan(math.atan(slope(sizes)) + math.atan(friction))
    return friction * aside * (2 * out + guide) / guide


def worm_n(worm: WormSize = WORM) -> float:
    """Returns a worm's weight when it is printed solid, N."""
    return math.pi * (worm.radius / 10) ** 2 * worm.length / 10 * PLA_N_PER_CM3


def torque_nm(
    sizes: BaseSizes = SIZES, worm: WormSize = WORM, friction: float = FRICTION
) -> float:
    """Returns the torque that lifts the worms at the worst angle, with all friction, Nm."""
    aside = math.tan(math.atan(slope(sizes)) + math.atan(friction))
    return sum(worm_n(worm) * aside * math.hypot(x, y) for x, y in places(sizes)) / 1000


def tipping_n(cam_n: float, sizes: BaseSizes = SIZES) -> float:
    """Returns the press on the cam's rim that tips it on its bearings, N. Args: cam_n: its weight.

    It tips about the line between two neighbouring bearings.
    """
    apart = math.radians(ROLLERS_DEG[1] - ROLLERS_DEG[0])
    line = ROLLER_AT * math.cos(apart / 2)
    return (cam_n + 20 * worm_n()) * line / (sizes.cam_radius - line)


def lift_shares(turn_deg: tuple[float, float] = TURN_DEG, sizes: BaseSizes = SIZES) -> list[float]:
    """Returns each worm's travel during a turn, as a share of the lift at its place."""
    found = []
    low, high = turn_deg
    for x, y in places(sizes):
        heights = [
            worm_height(x, y, low + (high - low) * step / 20, sizes=sizes) for step in range(21)
        ]
        share = math.hypot(x, y) / sizes.cam_radius
        found.append((max(heights) - min(heights)) / (share * sizes.lift))
    return found


def servo_nm() -> float:
    """Returns the least torque of the servo that its tolerance allows, Nm."""
    figure = read("servo").figures["torque"]
    return figure.value - figure.tolerance
