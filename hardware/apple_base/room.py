"""Bought parts of the apple base in their places, and the ways of fingers, screws and cells."""

from __future__ import annotations

import math
from typing import Any

from tools.hardware import shapes
from tools.hardware.parts import read
from tools.hardware.shapes import between

from hardware.apple_base import cam_parts, lever_parts, shell_parts
from hardware.apple_base.lever_spring import SPRING
from hardware.apple_base.sizes import SIZES

BOARD_THICK, SOLDER_MM = 1.6, 2.5
BOARD_PARTS_MM = 14.0  # the greatest height of parts on the board
EAR_ABOVE_BOTTOM_MM = 17.0  # of the servo: 15.9 to 17.0 in three public models
HORN_TOP_MM = 1.5  # up or down from ``DRIVER_Z``
FINGERS_MM = (5.6, 8.6)


def servo(cable_end: float = 1.0) -> Any:
    """Returns the servo with its ears, horn and the cable's first 6 mm.

    Args:
        cable_end: 1.0 = at the shaft's end of its body, -1.0 = at the other; makers differ.
    """
    import build123d as b

    part = read("servo")
    long, wide, middle = (
        part.most_mm("length"),
        part.most_mm("width"),
        -shell_parts.SHAFT_FROM_MIDDLE,
    )
    bottom = shell_parts.EAR_Z - EAR_ABOVE_BOTTOM_MM
    across = (-wide / 2, wide / 2)
    body = between(
        across, (middle - long / 2, middle + long / 2), (bottom, shell_parts.EAR_Z + 7.0)
    )
    body += between(
        across,
        (middle - 16.2, middle + 16.2),
        (shell_parts.EAR_Z + 0.05, shell_parts.EAR_Z + shell_parts.EAR_THICK),
    )
    gear = shell_parts.EAR_Z + 11.3
    body += b.Pos(0, 0, (shell_parts.EAR_Z + gear) / 2) * b.Cylinder(5.9, gear - shell_parts.EAR_Z)
    body += b.Pos(0, 0, (gear + cam_parts.DRIVER_Z) / 2) * b.Cylinder(
        3.4, cam_parts.DRIVER_Z - gear
    )
    body += b.Pos(0, 0, cam_parts.DRIVER_Z - 1.1) * b.Rot(0, 0, 45) * b.Box(33, 6, 2)
    end = middle + cable_end * long / 2
    stub = sorted((end - cable_end, end + cable_end * 6.0))
    return body + between((-2.2, 2.2), (stub[0], stub[1]), (bottom + 1.0, bottom + 6.0))


def bearings() -> list[tuple[Any, Any]]:
    """Returns (bearing, pin) of each place below the cam's rim."""
    import build123d as b

    part, pin = read("bearing"), read("roller_pin")
    axle = SIZES.cam_low - part.mm("outside") / 2
    along = b.Rot(0, 90, 0)
    rod = b.Cylinder(pin.mm("diameter") / 2, pin.mm("length"))
    return [
        (turn * along * shapes.bearing(), turn * along * rod)
        for turn in (
            b.Rot(0, 0, angle) * b.Pos(cam_parts.ROLLER_AT, 0, axle)
            for angle in cam_parts.ROLLERS_DEG
        )
    ]


def board() -> Any:
    """Returns the space of perfboard or own board, with joints below and parts above."""
    (x, y), (wide, high) = shell_parts.BOARD_AT, shell_parts.BOARD_SIZE
    across, along = (x - wide / 2, x + wide / 2), (y - high / 2, y + high / 2)
    low = shell_parts.BOARD_Z + 0.1
    plate = between(across, along, (low, low + BOARD_THICK))
    inner = (across[0] + 2.0, across[1] - 2.0), (along[0] + 3.5, along[1] - 1.0)
    return plate + between(*inner, (low - SOLDER_MM, low + BOARD_PARTS_MM))


def cells() -> Any:
    """Returns the holder with its four cells on the door."""
    import build123d as b

    x, y = sum(shell_parts.DOOR_X) / 2, sum(shell_parts.DOOR_Y) / 2
    return b.Pos(x, y, SIZES.wall - 0.1) * shapes.holder("holder4")


def microswitch(pulled_deg: float = 0.0, up: float = 0.0) -> tuple[Any, Any]:
    """Returns (body, lever) of the lever's switch. Args: up: in its slots, mm."""
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
        found[f"lid screw {count}"] = (place * shapes.screw(3.0, 10.0), "drum", 7.0)
    for count, (x, y) in enumerate(shell_parts.DOOR_SCREWS, 1):
        found[f"door screw {count}"] = (
            b.Pos(x, y, 0) * up * shapes.screw(3.0, 6.0),
            "drum",
            6.0 - SIZES.wall / 2,
        )
    for count, (x, y) in enumerate(lever_parts.BRACKET_SCREWS, 1):
        found[f"bracket screw {count}"] = (
            b.Pos(x, y, 1.9) * up * shapes.screw(3.0, 8.0), "bracket", 8.0 - 0.95)  # fmt: skip
    for x in (-shell_parts.CLAMP_SCREW_X, shell_parts.CLAMP_SCREW_X):
        name = "left" if x < 0 else "right"
        place = b.Pos(x, shell_parts.clamp_y()[1], step)
        found[f"clamp screw {name}"] = (place * shapes.screw(3.0, 10.0), "drum", 6.7)
    x, y = shell_parts.BOARD_SCREW
    height = shell_parts.BOARD_Z + 0.1 + BOARD_THICK
    found["board screw"] = (b.Pos(x, y, height) * shapes.screw(3.0, 4.0), "drum", 2.3)
    return found
