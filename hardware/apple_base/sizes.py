"""Sizes of the apple base and its worms.

Lengths are in mm, from the middle of the bottom. No published source has the toy's dimensions, so
you must measure your worms and enter them in ``WORM``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class WormSize:
    """Size of one worm, mm. Args: radius: of body and round foot. length: including the foot."""

    radius: float = 6.0
    length: float = 58.0


@dataclass(frozen=True)
class BaseSizes:
    """Sizes of the base, mm.

    Args:
        height: of the upper face. A rod of 30 mm in an empty hole stays above the cam.
        lift: of a worm on the outer ring.
        rings: (count, radius).
    """

    radius: float = 96.0
    wall: float = 2.8
    height: float = 88.0
    lobes: int = 5
    lift: float = 11.0
    gap: float = 0.5
    cam_radius: float = 82.0
    cam_low: float = 42.0
    cam_thick: float = 3.0
    guide_end: float = 57.0
    rings: tuple[tuple[int, float], ...] = ((7, 44.0), (13, 74.0))


WORM, SIZES = WormSize(), BaseSizes()
LID = 3.0
