"""Pictures of solids without a graphics card: a depth buffer in numpy, shaded, with edges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

Array = npt.NDArray[np.float64]
Colour = tuple[float, float, float]
_LIGHT = np.array([0.25, -0.6, 0.75])
_MARGIN = 0.06
_EDGE_MM = 0.8


def camera(azimuth_deg: float, elevation_deg: float) -> Array:
    """Returns a 3 x 3 matrix: rows are right, up and towards the eye, from a place around z.

    Args:
        azimuth_deg: 0 looks at the front (from -y), 90 at the right side.
        elevation_deg: above the ground, -90..90.
    """
    azimuth, elevation = math.radians(azimuth_deg), math.radians(elevation_deg)
    right = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    eye = np.array(
        [
            math.sin(azimuth) * math.cos(elevation),
            -math.cos(azimuth) * math.cos(elevation),
            math.sin(elevation),
        ]
    )
    return np.stack([right, np.cross(eye, right), eye])


def render(
    shown: Sequence[tuple[Any, Colour]], view: Array, width: int = 900, fine: int = 2
) -> Image.Image:
    """Returns a picture of meshes (``trimesh.Trimesh``), each in its colour, on white."""
    corners = [(mesh.vertices @ view.T)[mesh.faces] for mesh, _ in shown]
    every = np.concatenate([c.reshape(-1, 3) for c in corners])
    low, high = every.min(axis=0), every.max(axis=0)
    scale = width * fine * (1 - 2 * _MARGIN) / (high[0] - low[0])
    height = round((high[1] - low[1]) * scale / (1 - 2 * _MARGIN))
    size = (height, width * fine)
    depth = np.full(size, -np.inf)
    shade = np.ones((*size, 3))
    normal = np.zeros((*size, 3))
    offset = np.array([width * fine * _MARGIN, height * _MARGIN])
    for (mesh, colour), triangles in zip(shown, corners, strict=True):
        normals = mesh.face_normals
        bright = 0.45 + 0.55 * np.clip(normals @ (_LIGHT / np.linalg.norm(_LIGHT)), 0.0, 1.0)
        flat = triangles.copy()
        flat[:, :, :2] = (triangles[:, :, :2] - low[:2]) * scale + offset
        for face in np.flatnonzero(normals @ view[2] > 0):
            _fill(flat[face], depth, shade, normal, bright[face] * np.array(colour), normals[face])
    _draw_edges(depth, normal, shade)
    pixels = (np.clip(shade, 0.0, 1.0)[::-1] * 255).astype(np.uint8)
    return Image.fromarray(pixels).resize((width, round(height / fine)), Image.Resampling.LANCZOS)


def _fill(
    corners: Array, depth: Array, shade: Array, normal: Array, colour: Array, facing: Array
) -> None:
    """Draws one triangle where it is nearest."""
    low = np.maximum(np.floor(corners[:, :2].min(axis=0)).astype(int), 0)
    high = np.minimum(
        np.ceil(corners[:, :2].max(axis=0)).astype(int) + 1, (depth.shape[1], depth.shape[0])
    )
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(area) < 1e-9 or np.any(high <= low):
        return
    x = np.arange(low[0], high[0]) + 0.5
    y = (np.arange(low[1], high[1]) + 0.5)[:, None]
    second = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    third = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    here = az + second * (bz - az) + third * (cz - az)
    window = (slice(low[1], high[1]), slice(low[0], high[0]))
    near = (second >= 0) & (third >= 0) & (second + third <= 1) & (here > depth[window])
    depth[window][near] = here[near]
    shade[window][near] = colour
    normal[window][near] = facing


def _draw_edges(depth: Array, normal: Array, shade: Array) -> None:
    """Darkens pixels where the depth jumps or the surface turns."""
    filled = np.where(np.isfinite(depth), depth, -1e4)
    edge = np.zeros(depth.shape, bool)
    for axis in (0, 1):
        jump = np.abs(np.diff(filled, axis=axis)) > _EDGE_MM
        turn = np.sum(np.diff(normal, axis=axis) ** 2, axis=2) > 0.25
        place = (slice(1, None), slice(None)) if axis == 0 else (slice(None), slice(1, None))
        edge[place] |= jump | turn
    shade[edge] *= 0.25


def save(picture: Image.Image, path: Path, colours: int = 200) -> None:
    """Writes a picture as a small PNG."""
    few = picture.convert("RGB").quantize(colours, Image.Quantize.MAXCOVERAGE)
    few.save(path, optimize=True)
