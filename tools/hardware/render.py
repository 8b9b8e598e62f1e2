"""Pictures of solids without a graphics card: Embree's rays, shaded, with edges.

The meshes' smoothed normals shade round faces, so that facets are invisible.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

Array = npt.NDArray[np.float64]
Colour = tuple[float, float, float]
_LIGHT = np.array([-0.35, 0.65, 0.75])  # right, up, towards the eye
MARGIN = 0.06
_EDGE_MM = 0.5
_SMOOTH_RAD = 0.45  # faces that meet at a smaller angle are one round face


@dataclass(frozen=True)
class Item:
    """A mesh for a picture.

    Args:
        mesh: a ``trimesh.Trimesh``.
        owner: number of the part that it belongs to, from 0.
    """

    mesh: Any
    colour: Colour
    owner: int = 0


def camera(azimuth_deg: float, elevation_deg: float) -> Array:
    """Returns a 3 x 3 matrix whose rows are right, up and towards the eye, for an eye around z.

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


@dataclass(frozen=True)
class Frame:
    """A camera's picture plane. Args: view: a view of ``camera``. size: (width, high).

    ``low`` is the view's corner at the lower left, ``scale`` is pixels per millimetre.
    """

    view: Array
    low: Array
    scale: float
    size: tuple[int, int]

    @staticmethod
    def around(
        items: Sequence[Item],
        view: Array,
        width: int,
        most_high: int = 9999,
        margin: float = MARGIN,
    ) -> Frame:
        """Returns the frame that shows all items, in the given width unless it would be too high.

        Args:
            margin: free space on each side, as a share of the picture.
        """
        every = np.concatenate([item.mesh.vertices @ view.T for item in items])
        low, high = every.min(axis=0), every.max(axis=0)
        free = 1 - 2 * margin
        scale = min(width * free / (high[0] - low[0]), most_high * free / (high[1] - low[1]))
        tall = round((high[1] - low[1]) * scale / free)
        middle = (low + high) / 2
        corner = middle[:2] - np.array([width, tall]) / scale / 2
        return Frame(view, corner, scale, (width, tall))

    def pixels(self, points: Any) -> Array:
        """Returns (x, y downwards) of points in the picture."""
        flat = (np.atleast_2d(points) @ self.view.T)[:, :2] - self.low
        flat *= self.scale
        flat[:, 1] = self.size[1] - flat[:, 1]
        return flat


class Layer:
    """First hits of a ray from each pixel. Rows go upwards. ``owner`` is -1 without a hit."""

    def __init__(self, frame: Frame, items: Sequence[Item]) -> None:
        from trimesh.ray.ray_pyembree import RayMeshIntersector

        self.frame = frame
        width, high = frame.size
        whole, normals, colours, owners = _together(items, frame.view)
        x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(high) + 0.5)
        eyes = np.full((width * high, 3), whole.vertices[:, 2].max() + 10.0)
        eyes[:, :2] = np.stack([x, y], axis=-1).reshape(-1, 2) / frame.scale + frame.low
        rays = np.tile([0.0, 0.0, -1.0], (len(eyes), 1))
        met = RayMeshIntersector(whole, scale_to_box=False).intersects_first(eyes, rays)
        hit = np.flatnonzero(met >= 0)
        face = met[hit]
        share, depth = _shares(whole.triangles[face], eyes[hit, :2])
        self.depth = np.full(len(eyes), -1e4)
        self.depth[hit] = depth
        self.normal = np.zeros((len(eyes), 3))
        self.normal[hit] = (normals[face] * share[:, :, None]).sum(axis=1)
        self.colour = np.ones((len(eyes), 3))
        self.colour[hit] = colours[face]
        self.owner = np.full(len(eyes), -1)
        self.owner[hit] = owners[face]
        for name in ("depth", "normal", "colour", "owner"):
            values = getattr(self, name)
            setattr(self, name, values.reshape(high, width, *values.shape[1:]))

    def shaded(self) -> Array:
        """Returns the layer's colours with light and edges."""
        length = np.linalg.norm(self.normal, axis=2, keepdims=True)
        normal = self.normal / np.where(length > 0, length, 1.0)
        bright = 0.5 + 0.5 * np.clip(normal @ (_LIGHT / np.linalg.norm(_LIGHT)), 0.0, 1.0)
        bright[self.owner < 0] = 1.0
        shade: Array = self.colour * bright[:, :, None]
        shade[self._edges(normal)] *= 0.3
        return shade

    def _edges(self, normal: Array) -> npt.NDArray[np.bool_]:
        """Returns the places where depth bends or jumps, the surface turns or a part begins."""
        edge = np.zeros(self.depth.shape, bool)
        for axis in (0, 1):
            first = slice(1, None), slice(None)
            inner = slice(1, -1), slice(None)
            if axis:
                first, inner = first[::-1], inner[::-1]
            edge[inner] |= np.abs(np.diff(self.depth, 2, axis=axis)) > _EDGE_MM
            turn = np.sum(np.diff(normal, axis=axis) ** 2, axis=2) > 0.25
            edge[first] |= turn | (np.diff(self.owner, axis=axis) != 0)
        return edge


def _together(items: Sequence[Item], view: Array) -> tuple[Any, Array, Array, Any]:
    """Returns all items as one mesh in the view's axes, with arrays for each face.

    These are the normals of its corners, its colour and its owner.
    """
    import trimesh

    meshes = [
        trimesh.graph.smooth_shade(item.mesh, angle=_SMOOTH_RAD, facet_minarea=None)
        for item in items
    ]
    counts = [len(mesh.faces) for mesh in meshes]
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = np.concatenate([mesh.faces + at for mesh, at in zip(meshes, starts, strict=False)])
    points = np.concatenate([mesh.vertices for mesh in meshes]) @ view.T
    normals = np.concatenate([mesh.vertex_normals @ view.T for mesh in meshes])[faces]
    whole = trimesh.Trimesh(points, faces, process=False)
    colours = np.repeat([item.colour for item in items], counts, axis=0)
    return whole, normals, colours, np.repeat([item.owner for item in items], counts)


def _shares(triangles: Array, points: Array) -> tuple[Array, Array]:
    """Returns the weights of each corner of their triangle for points (x, y), and their depth."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]

    def area(one: Array, other: Array) -> Array:
        whole: Array = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
        return whole

    total = area(b - a, c - a)
    total[np.abs(total) < 1e-9] = 1e-9
    second = area(points - a[:, :2], c - a) / total
    third = area(b - a, points - a[:, :2]) / total
    share = np.clip(np.stack([1 - second - third, second, third], axis=1), 0.0, 1.0)
    return share, (triangles[:, :, 2] * share).sum(axis=1)


def picture(shade: Array, fine: int = 1) -> Image.Image:
    """Returns colours, rows upwards, as a picture that is ``fine`` times smaller."""
    pixels = (np.clip(shade, 0.0, 1.0)[::-1] * 255).astype(np.uint8)
    whole = Image.fromarray(pixels)
    size = (whole.width // fine, whole.height // fine)
    return whole.resize(size, Image.Resampling.LANCZOS)


def render(
    shown: Sequence[tuple[Any, Colour]], view: Array, width: int = 900, fine: int = 2
) -> Image.Image:
    """Returns a picture of meshes (``trimesh.Trimesh``), each in its colour, on white."""
    items = [Item(mesh, colour, at) for at, (mesh, colour) in enumerate(shown)]
    layer = Layer(Frame.around(items, view, width * fine), items)
    return picture(layer.shaded(), fine)


def save(picture: Image.Image, path: Path, colours: int = 255) -> None:
    """Writes a picture as a small PNG."""
    few = picture.convert("RGB").quantize(
        colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    few.save(path, optimize=True)
