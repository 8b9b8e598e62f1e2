"""Bought parts of the apple base in their places, and the space for fingers, screws and cells."""

from __future__ import annotations

import math
from typing import Any

from tools.hardware import board_space, pcb, perfboard, shapes
from tools.hardware.parts import read
from tools.hardware.shapes import between

from hardware.apple_base import cam_parts, lever_parts, shell_parts
from hardware.apple_base.circuit import CIRCUIT
from hardware.apple_base.lever_spring import SPRING
from hardware.apple_base.sizes import SIZES

SOLDER_MM, JOINT_MM = 2.5, 0.9  # joints and wires below the board, then half of a joint
FINGERS_MM = (5.6, 8.6)


def servo(cable_end: float = 1.0) -> Any:
    """Returns the servo with ears, horn and the cable's straight end, at its largest size.

    Args:
        cable_end: 1.0 is the shaft's end of its body, -1.0 the other end. Makers differ.
    """
    import build123d as b

    part, ears = read("servo"), shell_parts.EAR_Z
    middle = -part.mm("shaft_from_middle")
    half, wide = part.most_mm("length") / 2, part.most_mm("width") / 2
    bottom = ears - part.most_mm("ears_above_bottom")
    body = between(
        (-wide, wide),
        (middle - half, middle + half),
        (bottom, ears + part.most_mm("body_above_ears")),
    )
    out, thick = part.most_mm("ears_across") / 2, part.most_mm("ear_thick")
    body += between((-wide, wide), (middle - out, middle + out), (ears + 0.05, ears + thick))
    gear, top = ears + part.most_mm("gear_top"), ears + part.mm("horn_top")
    body += b.Pos(0, 0, (ears + gear) / 2) * b.Cylinder(
        part.most_mm("gear_diameter") / 2, gear - ears
    )
    body += b.Pos(0, 0, (gear + top) / 2) * b.Cylinder(part.most_mm("horn_hub") / 2, top - gear)
    arm = b.Box(
        part.most_mm("horn_length"), part.most_mm("horn_width"), part.most_mm("horn_thick")
    )
    body += b.Pos(0, 0, top - part.most_mm("horn_thick") / 2) * b.Rot(0, 0, 45) * arm
    end, flat = middle + cable_end * half, part.most_mm("cable_width") / 2
    stub = sorted((end - cable_end, end + cable_end * part.most_mm("cable_stub")))
    high = part.mm("cable_low"), part.most_mm("cable_high")
    return body + between((-flat, flat), (stub[0], stub[1]), (bottom + high[0], bottom + high[1]))


def bearings() -> list[tuple[Any, Any]]:
    """Returns (bearing, pin) of each place below the cam's rim."""
    import build123d as b

    part, pin = read("bearing"), read("roller_pin")
    axle = SIZES.cam_low - part.mm("outside") / 2
    along, out = b.Rot(0, 90, 0), b.Pos(cam_parts.ROLLER_AT, 0, axle)
    rod = b.Cylinder(pin.mm("diameter") / 2, pin.mm("length"))
    return [
        (turn * along * shapes.bearing(), turn * along * rod)
        for turn in (b.Rot(0, 0, angle) * out for angle in cam_parts.ROLLERS_DEG)
    ]


def board(own: bool = False) -> Any:
    """Returns the space of perfboard or our board, with joints below and parts above."""
    import build123d as b

    layout = perfboard.layout_of(CIRCUIT)
    (x, y), (wide, high) = shell_parts.BOARD_AT, shell_parts.BOARD_SIZE
    left, far = x - wide / 2, y + high / 2
    low = shell_parts.BOARD_Z + 0.05
    face = low + shell_parts.BOARD_THICK
    plate = between((left, left + wide), (far - high, far), (low, face))
    screws = pcb.apple_base().screws if own else map(perfboard.at_mm, layout.screws)
    for across, down in screws:
        drill = b.Cylinder(perfboard.SCREW_HOLE_MM / 2, 9)
        plate -= b.Pos(left + across, far - down, low) * drill
    whole, joint = [plate], b.Box(2 * JOINT_MM, 2 * JOINT_MM, SOLDER_MM)
    for hole in layout.holes.values():
        across, down = perfboard.at_mm(hole)
        whole.append(b.Pos(left + across, far - down, low - SOLDER_MM / 2) * joint)
    found = board_space.of_board(pcb.apple_base()) if own else board_space.of_perfboard(layout)
    for part in found:
        (west, east), (above, below) = part.x, part.y
        box = ((left + west, left + east), (far - below, far - above), (low, face + part.high))
        whole.append(between(*box))
    return shapes.joined(whole)


def cells() -> Any:
    """Returns the holder with its four cells on the door."""
    import build123d as b

    x, y = sum(shell_parts.DOOR_X) / 2, sum(shell_parts.DOOR_Y) / 2
    return b.Pos(x, y, SIZES.wall - 0.1) * shapes.holder("holder4")


def microswitch(pulled_deg: float = 0.0, up: float = 0.0) -> tuple[Any, Any]:
    """Returns (body, lever) of the lever's switch. Args: up: its height in its slots, mm."""
    import build123d as b

    x, y, z = lever_parts.SWITCH_AT
    nose_x, under, _ = lever_parts.NOSE
    angle = math.radians(pulled_deg)
    nose = lever_parts.LEVER_PIVOT[2] - nose_x * math.sin(angle) + under * math.cos(angle)
    end = min(read("micro").mm("rest_height"), nose - z - up - 0.05)
    place = b.Pos(x, y, z + up) * b.Rot(0, 0, -90)
    body, lever = shapes.microswitch(end)
    return place * body, place * lever


def lever_spring() -> Any:
    """Returns the space of the torsion spring on the axle, on the side without the nose."""
    import build123d as b

    x, _, z = lever_parts.LEVER_PIVOT
    tube = shapes.coil(SPRING.inside, SPRING.inside + 2 * SPRING.wire, SPRING.length(0))
    return b.Pos(x, -lever_parts.LEVER_WIDTH / 2 - 0.1, z) * b.Rot(90, 0, 0) * tube


def link_plug() -> Any:
    """Returns the D-sub in the wall."""
    import build123d as b

    flat = SIZES.radius - 2.2
    upright = (
        b.Rot(0, 0, shell_parts.LINK_DEG) * b.Pos(flat, 0, shell_parts.LINK_Z) * b.Rot(0, 0, -90)
    )
    return upright * b.Rot(0, 90, 0) * shapes.d_sub()


def power_switch() -> Any:
    """Returns the slide switch behind its hole."""
    import build123d as b

    place = b.Rot(0, 0, shell_parts.POWER_DEG) * b.Pos(
        SIZES.radius - SIZES.wall - 0.4, 0, shell_parts.POWER_Z
    )
    return place * b.Rot(0, 0, -90) * shapes.slide_switch()


def bought() -> dict[str, Any]:
    """Returns the space that bought parts take, the lever at rest."""
    body, lever = microswitch()
    found = {
        "servo": servo(),
        "board": board(),
        "cells": cells(),
        "microswitch": body,
        "microswitch's lever": lever,
        "lever's spring": lever_spring(),
        "link plug": link_plug(),
        "power switch": power_switch(),
    }
    for count, (ring, pin) in enumerate(bearings(), 1):
        found |= {f"bearing {count}": ring, f"pin {count}": pin}
    return found


def screws() -> dict[str, tuple[Any, str, float]]:
    """Returns name -> (screw, printed part that it bites, length in that part, mm)."""
    import build123d as b

    up = b.Rot(180, 0, 0)
    step = shell_parts.EAR_Z + shell_parts.EAR_THICK + 3.0
    found = {}
    for count, angle in enumerate(shell_parts.LID_SCREWS_DEG, 1):
        place = b.Rot(0, 0, angle) * b.Pos(shell_parts.LID_SCREW_AT, 0, SIZES.height)
        found[f"lid screw {count}"] = (place * shapes.screw("m3x10"), "drum", 7.0)
    for count, (x, y) in enumerate(shell_parts.DOOR_SCREWS, 1):
        found[f"door screw {count}"] = (
            b.Pos(x, y, 0) * up * shapes.screw("m3x6"),
            "drum",
            6.0 - SIZES.wall / 2,
        )
    for count, (x, y) in enumerate(lever_parts.BRACKET_SCREWS, 1):
        found[f"bracket screw {count}"] = (
            b.Pos(x, y, 1.9) * up * shapes.screw("m3x8"), "bracket", 8.0 - 0.95)  # fmt: skip
    for x in (-shell_parts.CLAMP_SCREW_X, shell_parts.CLAMP_SCREW_X):
        name = "left" if x < 0 else "right"
        place = b.Pos(x, shell_parts.clamp_y()[1], step)
        found[f"clamp screw {name}"] = (place * shapes.screw("m3x10"), "drum", 6.7)
    height = shell_parts.BOARD_Z + 0.05 + shell_parts.BOARD_THICK
    for count, (x, y) in enumerate(shell_parts.board_screws(), 1):
        screw = b.Pos(x, y, height) * shapes.screw("m3x6")
        found[f"board screw {count}"] = (screw, "drum", 6.0 - shell_parts.BOARD_THICK)
    return found
