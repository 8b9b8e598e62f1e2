"""Checks of printed parts: overlaps, closed meshes, walls and overhangs."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

OVERHANG_DEG = 50.0  # from the vertical. A steeper angle needs a support or a note
LEAST_WALL_MM = 1.0
_TOUCH_MM3 = 0.05


def overlap_mm3(one: Any, other: Any) -> float:
    """Returns the volume that two parts have in common, mm3."""
    if _apart(one, other):
        return 0.0
    common = one & other
    if common is None:
        return 0.0
    try:
        return float(common.volume)
    except AttributeError:  # several pieces
        return float(sum(piece.volume for piece in common))


def _apart(one: Any, other: Any) -> bool:
    """Returns whether two parts' boxes are apart, so that the slow common volume is not needed."""
    a, b = one.bounding_box(), other.bounding_box()
    return bool(
        a.max.X < b.min.X or b.max.X < a.min.X or a.max.Y < b.min.Y or b.max.Y < a.min.Y
        or a.max.Z < b.min.Z or b.max.Z < a.min.Z
    )  # fmt: skip


def overlaps(parts: Mapping[str, Any]) -> dict[str, float]:
    """Returns ``one and other`` -> mm3 of each pair that overlaps."""
    found = {}
    for one, other in combinations(parts, 2):
        common = overlap_mm3(parts[one], parts[other])
        if common > _TOUCH_MM3:
            found[f"{one} and {other}"] = round(common, 2)
    return found


def mesh(part: Any, tolerance: float = 0.05) -> Any:
    """Returns a part as a ``trimesh.Trimesh`` without degenerate triangles."""
    import build123d
    import trimesh

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.stl"
        build123d.export_stl(part, path, tolerance=tolerance, angular_tolerance=0.2)
        loaded = trimesh.load(path)
    loaded.merge_vertices()
    loaded.update_faces(loaded.nondegenerate_faces())
    return loaded


def overhang_mm2(loaded: Any, turn_deg: float) -> float:
    """Returns the area that overhangs by more than 50 degrees, mm2, except the area on the bed.

    Args:
        loaded: of ``mesh``.
        turn_deg: turn of the part about the x axis for printing. 180 is upside down.
    """
    turn = math.radians(turn_deg)
    up = np.array([0.0, math.sin(turn), math.cos(turn)])  # up for the printer, seen from the part
    heights = loaded.triangles_center @ up
    lowest = float((loaded.vertices @ up).min())
    downwards = -(loaded.face_normals @ up)
    steep = downwards > math.cos(math.radians(90.0 - OVERHANG_DEG))
    lying = heights < lowest + 0.05
    return float(loaded.area_faces[steep & ~lying].sum())


def thinnest_mm(loaded: Any, samples: int = 400, seed: int = 1) -> float:
    """Returns the wall that 5 % of the surface is thinner than, mm, by rays into the part.

    It is not the least thickness, because a few rays meet an edge at a shallow angle.
    """
    rng = np.random.default_rng(seed)
    chosen = rng.choice(len(loaded.faces), samples, p=loaded.area_faces / loaded.area)
    inwards = -loaded.face_normals[chosen]
    starts = loaded.triangles_center[chosen] + inwards * 1e-3
    places, rays, _ = loaded.ray.intersects_location(starts, inwards, multiple_hits=False)
    depths = np.linalg.norm(places - starts[rays], axis=1)
    return float(np.quantile(depths, 0.05))
