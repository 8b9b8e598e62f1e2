"""Lengths of the wires off the board, from the models while both halves are open."""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping

import numpy as np
from tools.hardware.render import Array
from tools.hardware.scene import Scene, place

# Stripping at both ends and two bends need 24 mm. An indirect path needs a sixth more.
_ENDS_MM, _SLACK = 24.0, 7 / 6
_STEP_MM = 10
# Poses of parts while the wires are soldered: name of a part -> its pose. The block's body is
# upside down next to base and tray. The base's holder hangs at its door, next to the drum.
_SIDE_BY_SIDE_MM, _UPSIDE_MM = 80.0, 72.0
_BODY = ("speaker", "slide switch", "key's board", "link socket")


def _open(thing: str) -> dict[str, Array]:
    if thing == "question_block":
        turned = place((0, _SIDE_BY_SIDE_MM, _UPSIDE_MM), (1, 0, 0), (0, -1, 0))
        return dict.fromkeys(_BODY, turned)
    return {"cells": place((60, 0, -45), (1, 0, 0), (0, 1, 0))}


def of(scene: Scene, poses: Mapping[str, Array]) -> dict[str, int]:
    """Returns ``ref.pin`` of each wire's first end -> mm to cut."""
    found = {}
    for name, wire in scene.wires.items():
        ends = []
        for end in (wire.start, wire.end):
            pose = poses.get(end.part, np.eye(4))
            ends.append((pose @ [*end.at, 1])[:3])
        mm = float(np.linalg.norm(ends[0] - ends[1])) * _SLACK + _ENDS_MM
        found[name.removeprefix("wire ")] = math.ceil(mm / _STEP_MM) * _STEP_MM
    return found


def lengths(thing: str) -> dict[str, int]:
    """Returns the lengths for a thing."""
    module = importlib.import_module(f"hardware.{thing}.scene")
    return of(module.scene(), _open(thing))
