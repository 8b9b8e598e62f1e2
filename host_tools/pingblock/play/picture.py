"""Paints the block: a box with a push cap, a check button at its side, and a "?" that shines.

Pure: numbers in, pixels out, at any size. Coordinates run from -1 to 1, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pingblock.virtual.parts.light import Colour

Field = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]

GROUND = (16, 20, 31)
BODY_TOP, BODY_BOTTOM = (98, 116, 158), (52, 63, 96)
WINDOW = (22, 27, 42)
UNLIT = (66, 76, 104)
CAP = (222, 214, 196)
CHECK = (150, 160, 186)
GRILLE = (30, 37, 58)
# How far the light spills, and how strongly.
SPILL, SPILL_SHARE, HALO_SHARE = 0.42, 0.55, 0.35
# How bright the "?" must be to count as lit through and through.
FULL = 150.0


@dataclass(frozen=True)
class Look:
    """Visible state of the block.

    Args:
        seen: the light as an eye sees it, each 0..255.
        block_down, check_down: whether that button is pressed in.
    """

    seen: Colour = (0, 0, 0)
    block_down: bool = False
    check_down: bool = False


@dataclass(frozen=True)
class Shapes:
    """Signed distances to each shape, one a pixel, negative inside; and the size of a pixel."""

    body: Field
    window: Field
    mark: Field
    cap_up: Field
    cap_down: Field
    check_out: Field
    check_in: Field
    grille: Field
    height: Field
    pixel: float


def paint(width: int, height: int, look: Look) -> Pixels:
    """Returns ``height`` rows of ``width`` square pixels, red, green, blue, 0..255."""
    shapes = _shapes(width, height)
    glow = np.exp(-np.maximum(shapes.mark, 0.0) / SPILL)[..., None] * np.array(look.seen)
    image = np.zeros((height, width, 3)) + GROUND + glow * HALO_SHARE
    image = _lay(image, shapes.cap_down if look.block_down else shapes.cap_up, CAP, shapes.pixel)
    check = shapes.check_in if look.check_down else shapes.check_out
    image = _lay(image, check, CHECK, shapes.pixel)
    image = _lay(image, shapes.body, _body(shapes), shapes.pixel)
    image = _lay(image, shapes.grille, GRILLE, shapes.pixel)
    image = _lay(image, shapes.window, np.array(WINDOW) + glow * SPILL_SHARE, shapes.pixel)
    image = _lay(image, shapes.mark, _mark(look.seen), shapes.pixel)
    return np.clip(np.round(image), 0, 255).astype(np.uint8)


def _lay(image: Field, distance: Field, colour: Any, pixel: float) -> Field:
    """Lays a shape over ``image`` with soft edges."""
    cover = np.clip(0.5 - distance / pixel, 0.0, 1.0)[..., None]
    return np.asarray(image * (1 - cover) + np.asarray(colour) * cover)


def _body(shapes: Shapes) -> Field:
    """The box: lit from above, with a bright rim."""
    share = np.clip((shapes.height + 0.6) / 1.5, 0.0, 1.0)[..., None]
    plain = np.array(BODY_TOP) * (1 - share) + np.array(BODY_BOTTOM) * share
    rim = np.exp(-np.abs(shapes.body + 0.05) / 0.05)[..., None]
    return np.asarray(plain + 26 * rim * (1 - share))


def _mark(seen: Colour) -> Field:
    """The "?": its own grey as far as it is not lit."""
    lit = min(max(seen) / FULL, 1.0)
    return np.array(UNLIT) * (1 - lit) + np.array(seen, dtype=np.float64)


@lru_cache(maxsize=4)
def _shapes(width: int, height: int) -> Shapes:
    pixel = 2.0 / max(min(width, height), 1)
    x, y = np.meshgrid(
        (np.arange(width) - (width - 1) / 2) * pixel,
        (np.arange(height) - (height - 1) / 2) * pixel,
    )
    return Shapes(
        body=_box(x, y - 0.16, 0.74, 0.72, 0.16),
        window=_box(x, y - 0.08, 0.50, 0.52, 0.12),
        mark=_question_mark(x, y - 0.08),
        cap_up=_box(x, y + 0.62, 0.48, 0.22, 0.10),
        cap_down=_box(x, y + 0.46, 0.48, 0.22, 0.10),
        check_out=_box(x - 0.74, y - 0.30, 0.14, 0.13, 0.05),
        check_in=_box(x - 0.66, y - 0.30, 0.14, 0.13, 0.05),
        grille=_dots(x, y - 0.74),
        height=y,
        pixel=pixel,
    )


def _box(x: Field, y: Field, half_width: float, half_height: float, radius: float) -> Field:
    """A rectangle with round corners around 0, 0."""
    across, down = np.abs(x) - half_width + radius, np.abs(y) - half_height + radius
    outside = np.hypot(np.maximum(across, 0), np.maximum(down, 0))
    return np.asarray(outside + np.minimum(np.maximum(across, down), 0) - radius)


def _question_mark(x: Field, y: Field) -> Field:
    """Three quarters of a ring open to the lower left, a stem below it, and a dot."""
    ring_y = y + 0.17
    ring = np.abs(np.hypot(x, ring_y) - 0.19)
    open_part = (x < 0) & (ring_y > 0)
    ends = np.minimum(np.hypot(x + 0.19, ring_y), np.hypot(x, ring_y - 0.19))
    stem = np.hypot(x, y - np.clip(y, 0.02, 0.12))
    hook = np.minimum(np.where(open_part, ends, ring), stem) - 0.075
    return np.asarray(np.minimum(hook, np.hypot(x, y - 0.32) - 0.085))


def _dots(x: Field, y: Field) -> Field:
    """The loudspeaker's grille: a row of holes."""
    across = np.abs((x + 0.09) % 0.18 - 0.09)
    holes = np.hypot(across, y) - 0.045
    return np.where(np.abs(x) < 0.45, holes, 1.0)
