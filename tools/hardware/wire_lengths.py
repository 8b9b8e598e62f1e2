"""Lengths of the wires off the board, from the models: as they are while both halves lie open."""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping

import numpy as np
from tools.hardware.render import Array
from tools.hardware.scene import Scene, place

# Stripped at both ends, two bends, and a way that is not straight: 10 mm twice, and a sixth more.
_ENDS_MM, _SLACK = 24.0, 7 / 6
_STEP_MM = 10
# Where parts are while the wires are soldered: name of a part -> its pose. The block's body lies
# upside down beside base and tray; the base's holder hangs at its door, beside the drum.
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
    """Returns them for a thing."""
    module = importlib.import_module(f"hardware.{thing}.scene")
    return of(module.scene(), _open(thing))
