"""Sizes of the apple base and its worms.

Millimetres; the origin is the middle of the bottom. The toy's own dimensions are published
nowhere: measure your worms and enter them in ``WORM``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class WormSize:
    """Size of one worm, mm. Args: radius: of its body and round foot; length: with the foot."""

    radius: float = 6.0
    length: float = 58.0


@dataclass(frozen=True)
class BaseSizes:
    """Sizes of the base, mm.

    Args:
        height: of the upper face; a rod of 30 mm in an empty hole stays above the cam.
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
