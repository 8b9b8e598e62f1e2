"""Bought parts of the Question Block in their places, and what goes through its openings.

Each solid is as large as the tolerances of ``hardware/parts`` allow; ``tests/hardware`` moves
plunger, plugs, cells, door and screwdrivers through their ways.
"""

from __future__ import annotations

from typing import Any

from tools.hardware import shapes
from tools.hardware.parts import read
from tools.hardware.perfboard import COLUMNS, PITCH_MM, ROWS

from hardware.question_block import enclosure as e
from hardware.question_block.plunger_spring import room

D = e.DIMENSIONS
TRAY_TOP = D.tray_height + D.tray_thick
INNER = D.side / 2 - D.wall
BOARD_THICK = 1.6
SOLDER_MM = 2.0  # joints and wires behind a board
BOARD_SIZE = (COLUMNS * PITCH_MM, ROWS * PITCH_MM)
# Greatest height of parts on the front board: below and above this height over the ground.
BOARD_STEP_Z = 45.0
BOARD_PARTS = (13.0, 7.0)
# The Pico lies on its carrier or on our own board, flat or on a header of 2.6 mm; its board ends
# 1.8 mm before the carrier does.
PICO_X = e.LEFT_GROOVE[0] + BOARD_THICK / 2
HEADER_MM = 2.6
PICO_EDGE = 1.8
PICO_Y = e.LEFT_GROOVE[2] - PICO_EDGE - read("pico").mm("length") / 2
CARRIER_HIGH = 9 * PITCH_MM
OWN_BOARD_HIGH = 43.0
CELLS_APART = 12.2
HOLDER_FLOOR = D.tray_height


def cells() -> list[Any]:
    """Returns the three cells in their holder below the tray, open side down."""
    import build123d as b

    middle = HOLDER_FLOOR - 1.5 - read("cell_aaa").mm("diameter") / 2
    return [b.Pos(0, y, middle) * shapes.cell("aaa") for y in (-CELLS_APART, 0.0, CELLS_APART)]


def front_board() -> Any:
    """Returns the space of the perfboard: joints behind, parts before it in two heights."""
    wide, high = BOARD_SIZE
    y, top = e.FRONT_GROOVE[0], TRAY_TOP + high
    across = (-wide / 2, wide / 2)
    face = y + BOARD_THICK / 2
    board = shapes.between(across, (y - BOARD_THICK / 2, face), (TRAY_TOP, top))
    free = (-wide / 2 + 2.0, wide / 2 - 2.0)  # the grooves hold the edges
    board += shapes.between(free, (face - BOARD_THICK - SOLDER_MM, face), (TRAY_TOP, top))
    low, above = BOARD_PARTS
    inner = (free[0] + 4.5, free[1] - 3)
    board += shapes.between(inner, (face - 0.1, face + low), (TRAY_TOP, BOARD_STEP_Z))
    return board + shapes.between(inner, (face - 0.1, face + above), (BOARD_STEP_Z, top))


def left_board(high: float, raised: float = 0.0) -> Any:
    """Returns the space of a board with the Pico on it, in the left grooves.

    Args:
        high: of the board: ``CARRIER_HIGH`` or ``OWN_BOARD_HIGH``.
        raised: from the board to the Pico's back: 0 to ``HEADER_MM``.
    """
    import build123d as b

    x, low, end = e.LEFT_GROOVE
    half = BOARD_THICK / 2
    board = shapes.between((x - half, x + half), (low, end), (TRAY_TOP, TRAY_TOP + high))
    free = (low + 2.0, end - 2.0)
    board += shapes.between((x - half - SOLDER_MM, x), free, (TRAY_TOP, TRAY_TOP + high))
    return board + b.Pos(PICO_X + raised, PICO_Y, TRAY_TOP) * shapes.pico()


def switch(pressed: float = 0.0) -> tuple[Any, Any]:
    """Returns (body, lever) of the button's switch with the plunger pressed so far, mm."""
    import build123d as b

    rest = read("micro").mm("rest_height")
    stem = e.stem_end() - pressed - D.switch_holes
    place = b.Pos(e.SWITCH_X, 0, D.switch_holes)
    body, lever = shapes.microswitch(min(rest, stem - 0.01))
    return place * body, place * lever


def spring(pressed: float = 0.0) -> Any:
    """Returns the space of the plunger's spring, pressed so far, mm."""
    import build123d as b

    part = read("plunger_spring")
    outside = part.most_mm("outside")
    inside = part.mm("outside") - 2 * part.mm("wire") - 0.2
    seat = D.bridge + D.bridge_thick
    return b.Pos(0, 0, seat) * shapes.coil(inside, outside, room(pressed))


def bought(own_board: bool = False) -> dict[str, Any]:
    """Returns the space that bought parts take. Args: own_board: not perfboard and bare Pico."""
    import build123d as b

    found = {
        "speaker": b.Pos(INNER, 0, e.SPEAKER_Z) * shapes.speaker(),
        "cells": b.Pos(0, 0, HOLDER_FLOOR) * b.Rot(180, 0, 0) * shapes.holder("holder3"),
        "switch": switch()[0],
        "switch's lever": switch()[1],
        "spring": spring(),
        "link socket": b.Pos(e.LINK_OPENING[0][0], D.side / 2, e.LINK_OPENING[0][1])
        * shapes.d_sub(),
        "check key": b.Pos(e.CHECK_HOLE[0], e.KEY_BOARD_Y + 0.8, e.CHECK_HOLE[1])
        * shapes.key(most=True),
        "key's board": key_board(),
        "slide switch": b.Pos(e.SWITCH_OPENING[0][0], INNER, e.SWITCH_OPENING[0][1])
        * shapes.slide_switch(),
        "light": b.Pos(e.LIGHT_HOLE[0], e.LIGHT_RIM_Y, e.LIGHT_HOLE[1]) * shapes.light(),
    }
    if own_board:
        return found | {"own board": left_board(OWN_BOARD_HIGH)}
    return found | {"pico": left_board(CARRIER_HIGH, HEADER_MM), "perfboard": front_board()}


def key_board() -> Any:
    """Returns the piece of perfboard that carries the check key: 5 x 6 holes."""
    x, z = e.CHECK_HOLE
    half, high = 2.5 * PITCH_MM, 3 * PITCH_MM
    y = e.KEY_BOARD_Y
    return shapes.between((x - half, x + half), (y - 0.8, y + 0.8), (z - high, z + high))


def usb_plug(raised: float = 0.0) -> Any:
    """Returns the plug of a USB cable in its socket. Args: raised: of ``left_board``."""
    import build123d as b

    part = read("pico")
    x = PICO_X + raised + part.mm("board") + part.mm("usb_height") / 2
    y = PICO_Y + part.mm("length") / 2 + part.mm("usb_overhang") + 0.6
    return b.Pos(x, y, TRAY_TOP + part.mm("width") / 2) * shapes.usb_plug()


def screws() -> dict[str, Any]:
    """Returns every screw in its place, head outside."""
    import build123d as b

    up = b.Rot(180, 0, 0)
    found = {
        f"body screw {count}": b.Pos(x, y, 0) * up * shapes.screw(3.0, 10.0)
        for count, (x, y) in enumerate(e.SCREWS, 1)
    }
    found |= {
        f"tray screw {count}": b.Pos(x, y, TRAY_TOP) * shapes.screw(3.0, 8.0)
        for count, (x, y) in enumerate(e.TRAY_SCREWS, 1)
    }
    found["door screw"] = b.Pos(*e.DOOR_SCREW, 0) * up * shapes.screw(3.0, 6.0)
    return found


# What stays in the body while base and tray, with all they carry, are pushed in from below.
IN_THE_BODY = (
    "body",
    "plunger",
    "speaker",
    "link socket",
    "check key",
    "key's board",
    "slide switch",
)
