"""The apple base with all its parts, for the pictures of its guide's steps."""

from __future__ import annotations

import numpy as np
from tools.hardware import looks, shapes
from tools.hardware.looks import BLACK, METAL, curve, tube
from tools.hardware.parts import read
from tools.hardware.scene import End, Scene, add_harness, add_perfboard, place

from hardware.apple_base import cam_parts, lever_parts, room, shell_parts
from hardware.apple_base import enclosure as e
from hardware.apple_base.circuit import CIRCUIT
from hardware.apple_base.lever_spring import SPRING
from hardware.apple_base.sizes import SIZES

_CELL, _HOLDER, _SERVO, _CABLE = (
    (0.30, 0.55, 0.38), (0.25, 0.25, 0.28), (0.22, 0.36, 0.66), (0.35, 0.35, 0.38),
)  # fmt: skip
_COLOURS = {
    "cells": _HOLDER, "microswitch": BLACK, "microswitch's lever": METAL,
    "link plug": METAL, "power switch": METAL,
}  # fmt: skip


def _lever_spring() -> looks.Look:
    """Returns the torsion spring on the axle: a leg in the ear, one behind the lower arm."""
    x, _, z = lever_parts.LEVER_PIVOT
    radius, near = SPRING.mean / 2, -lever_parts.LEVER_WIDTH / 2 - 0.5
    start, turns = np.radians(215.0), SPRING.coils
    turn = start + np.linspace(0, turns * 2 * np.pi, 90)
    across = near - np.linspace(0, SPRING.length(0) - SPRING.wire, 90)
    coil = np.stack([x + radius * np.cos(turn), across, z + radius * np.sin(turn)], 1)
    to_arm = [[x - 1.5, near + 2.0, z - 11.0], [x - 1.5, near, z - 10.0]]
    ear = -lever_parts.LEVER_WIDTH / 2 - lever_parts.EAR_GAP - lever_parts.EAR_WALL
    to_ear = [[x - 6, across[-1], z - 4], [x - 6, ear, z - 4]]
    points = np.concatenate([to_arm, coil, to_ear])
    return [(tube(points, SPRING.wire, 8), METAL)]


def _flat(angle_deg: float, along: float, across: float, z: float) -> tuple[float, float, float]:
    """Returns a place at the wall. Args: along: from the middle. z: above the ground."""
    turn = np.radians(angle_deg)
    x, y = (
        along * np.cos(turn) - across * np.sin(turn),
        along * np.sin(turn) + across * np.cos(turn),
    )
    return float(x), float(y), z


def _ends() -> dict[str, End]:
    """Returns the ends of the wires at the parts off the board."""
    ends = {}
    x, y, _ = lever_parts.SWITCH_AT
    low = room.microswitch()[0].bounding_box().min.Z + 1
    for pin, at in (("COM", -8.0), ("NO", 0.8)):
        ends[f"S2.{pin}"] = End("microswitch", (x, y - at, low), (-14, 4, 0))
    servo = room.servo().bounding_box()
    for pin, at in (("GND", -1.4), ("V+", 0.0), ("SIG", 1.4)):
        ends[f"M1.{pin}"] = End("servo", (at, servo.max.Y - 0.5, servo.min.Z + 3.5), (0, 14, 0))
    inward = _flat(shell_parts.POWER_DEG, -14, 0, 0)
    for pin, at in (("COM", 0.0), ("ON", 4.7)):
        there = _flat(
            shell_parts.POWER_DEG, SIZES.radius - SIZES.wall - 12, at, shell_parts.POWER_Z
        )
        ends[f"S1.{pin}"] = End("power switch", there, inward)
    x, y = sum(shell_parts.DOOR_X) / 2, sum(shell_parts.DOOR_Y) / 2
    end = x + read("holder4").mm("length") / 2
    for pin, at in (("+", 6.0), ("-", -6.0)):
        ends[f"BT1.{pin}"] = End("cells", (end, y + at, 14.0), (10, 0, 12))
    for link_pin in CIRCUIT.part("J1").kind.pins:
        inside = _flat(shell_parts.LINK_DEG, -16, 0, 0)
        ends[f"J1.{link_pin.name}"] = End("link plug", _cup(int(link_pin.number)), inside)
    return ends


def _cup(count: int) -> tuple[float, float, float]:
    """Returns the place of a contact's cup behind the D-sub, which has three rows of five."""
    deep = SIZES.radius - 2.2 - read("link_panel").mm("depth")
    across, up = 2.29 * ((count - 1) % 5) - 4.6, 2.0 * (1 - (count - 1) // 5)
    return _flat(shell_parts.LINK_DEG, deep, across, shell_parts.LINK_Z + up)


def _link(scene: Scene) -> None:
    """Adds the link's screws with their nuts, and the cable outside."""
    flat = SIZES.radius - 2.2
    inwards = _flat(shell_parts.LINK_DEG, -1, 0, 0)
    for count, way in enumerate((-1, 1), 1):
        at = way * read("link_panel").mm("holes_apart") / 2
        under, behind = (
            _flat(shell_parts.LINK_DEG, flat + along, at, shell_parts.LINK_Z)
            for along in (1.1, -3.2)
        )
        scene.looks[f"link screw {count}"] = looks.screw(under, inwards, 3.0, 8.0)
        scene.looks[f"link nut {count}"] = looks.nut(behind, inwards, 3.0)
    outside, away = (
        _flat(shell_parts.LINK_DEG, flat + 38, 0, shell_parts.LINK_Z),
        _flat(shell_parts.LINK_DEG, 30, 0, 0),
    )
    hood = looks.moved(
        [(looks.box((3, 38), (-17, 17), (-8, 8)), _CABLE)],
        place(
            _flat(shell_parts.LINK_DEG, flat, 0, shell_parts.LINK_Z),
            _flat(shell_parts.LINK_DEG, 1, 0, 0),
            _flat(shell_parts.LINK_DEG, 0, 1, 0),
        ),
    )
    far = np.array(outside) + _flat(shell_parts.LINK_DEG, 40, 25, 0)
    hood.append((tube(curve(outside, away, far, -np.array(away)), 6.0, 20), _CABLE))
    scene.looks["link cable"] = hood


def _lever_screws(scene: Scene) -> None:
    """Adds the lever's axle and the screws of its switch, with their nuts."""
    x, _, z = lever_parts.LEVER_PIVOT
    out = lever_parts.LEVER_WIDTH / 2 + lever_parts.EAR_GAP + lever_parts.EAR_WALL
    scene.looks["lever axle"] = looks.screw((x, -out, z), (0, 1, 0), 3.0, 25.0)
    scene.looks["lever axle nut"] = looks.nut((x, out, z), (0, 1, 0), 3.0)
    at_x, at_y, at_z = lever_parts.SWITCH_AT
    half = read("micro").mm("holes_apart") / 2
    front, back = (at_x + way * read("micro").mm("thickness") / 2 for way in (1, -1))
    for count, y in enumerate((at_y - half, at_y + half), 1):
        scene.looks[f"switch screw {count}"] = looks.screw((front, y, at_z), (-1, 0, 0), 2.0, 12.0)
        scene.looks[f"switch nut {count}"] = looks.nut((back - 3.2, y, at_z), (-1, 0, 0), 2.0)


def scene() -> Scene:
    """Returns all parts in their places."""
    import build123d as b

    found = Scene()
    printed = e.parts()
    worm, clamp = printed.pop("worm"), printed.pop("clamp")
    found.add(printed, e.COLOURS)
    found.add({"clamp 1": clamp}, e.COLOURS["clamp"])
    from trimesh.transformations import translation_matrix

    near, far = shell_parts.clamp_y()
    found.looks["clamp 2"] = looks.moved(
        found.looks["clamp 1"], translation_matrix((0, near - far, 0))
    )
    found.add({"worm 1": worm}, e.COLOURS["worm"])
    (first_x, first_y), *others = cam_parts.places()
    first_z = cam_parts.worm_height(first_x, first_y, e.SHOWN_TURN_DEG)
    for count, (x, y) in enumerate(others, 2):
        up = cam_parts.worm_height(x, y, e.SHOWN_TURN_DEG) - first_z
        way = translation_matrix((x - first_x, y - first_y, up))
        found.looks[f"worm {count}"] = looks.moved(found.looks["worm 1"], way)
    bought = room.bought()
    found.add({name: bought[name] for name in _COLOURS}, _COLOURS)
    # The horn is screwed on later.
    horn = shapes.between((-30, 30), (-30, 30), (cam_parts.DRIVER_Z - 2.2, 99))
    found.add({"servo": bought["servo"] - horn, "horn": bought["servo"] & horn}, _SERVO)
    found.looks["horn"] = [(mesh, looks.WHITE) for mesh, _ in found.looks["horn"]]
    rollers = {name: part for name, part in bought.items() if name.startswith(("bearing", "pin"))}
    found.add(rollers, METAL)
    x, y = sum(shell_parts.DOOR_X) / 2, sum(shell_parts.DOOR_Y) / 2
    size = read("cell_aa").mm("diameter")
    for count in range(4):
        at = (x, y + (count - 1.5) * (size + 0.3), SIZES.wall + 1.5 + size / 2)
        turned = b.Pos(*at) * b.Rot(0, 0, 180 * (count % 2)) * shapes.cell("aa")
        found.add({f"cell {count + 1}": turned}, _CELL)
    found.looks["lever's spring"] = _lever_spring()
    found.add({name: screw for name, (screw, _, _) in room.screws().items()}, METAL)
    for name in ("left", "right"):
        turned_screw = found.looks[f"clamp screw {name}"]
        found.looks[f"clamp screw {name} 2"] = looks.moved(
            turned_screw, translation_matrix((0, near - far, 0))
        )
    _lever_screws(found)
    thick = read("perfboard_sheet").mm("thickness")
    middle = (*shell_parts.BOARD_AT, shell_parts.BOARD_Z + 0.1 + thick)
    pose = place(middle, (1, 0, 0), (0, 1, 0))
    add_perfboard(found, CIRCUIT, pose, thick)
    add_harness(found, CIRCUIT, pose, _ends())
    _link(found)
    return found
