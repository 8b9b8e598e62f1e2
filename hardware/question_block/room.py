"""Bought parts of the Question Block in their places, and the objects that pass its openings.

Each solid is as large as the tolerances of ``hardware/parts`` allow. ``tests/hardware`` moves
plunger, plugs, cells, door and screwdrivers along their paths.
"""

from __future__ import annotations

from typing import Any

from tools.hardware import board_space, pcb, perfboard, shapes
from tools.hardware.parts import read
from tools.hardware.perfboard import COLUMNS, PITCH_MM, ROWS

from hardware.question_block import enclosure as e
from hardware.question_block.circuit import CIRCUIT
from hardware.question_block.plunger_spring import room

D = e.DIMENSIONS
TRAY_TOP = D.tray_height + D.tray_thick
INNER = D.side / 2 - D.wall
BOARD_THICK = read("perfboard_sheet").mm("thickness")
SOLDER_MM, JOINT_MM = 2.0, 0.9  # joints and wires behind a board, then half of a joint
BOARD_SIZE = (COLUMNS * PITCH_MM, ROWS * PITCH_MM)
# The Pico is on its carrier, flat or on a header, or on our board, above the joints of the other
# parts. A row of the carrier's holes is free at the USB end, and half a step further is its edge.
PICO_X = e.LEFT_GROOVE[0] + BOARD_THICK / 2
HEADER_MM = read("header_strip").most_mm("body_height")
PICO_EDGE = 2.44
PICO_Y = e.LEFT_GROOVE[2] - PICO_EDGE - read("pico").mm("length") / 2
CARRIER_HIGH = 9 * PITCH_MM
CELLS_APART = read("holder3").mm("cells_apart")
HOLDER_FLOOR = D.tray_height


def cells() -> list[Any]:
    """Returns the three cells in their holder below the tray, open side down."""
    import build123d as b

    floor, radius = read("holder3").mm("floor"), read("cell_aaa").mm("diameter") / 2
    places = ((-CELLS_APART, 0), (0.0, 180), (CELLS_APART, 0))  # alternating ends
    return [
        b.Pos(0, y, HOLDER_FLOOR - floor - radius) * b.Rot(0, 0, turn) * shapes.cell("aaa")
        for y, turn in places
    ]


def front_board() -> Any:
    """Returns the space of the perfboard: joints towards the wall, parts inwards."""
    layout = perfboard.layout_of(CIRCUIT)
    (wide, high), y = BOARD_SIZE, e.FRONT_GROOVE[0]
    top, half = TRAY_TOP + high, BOARD_THICK / 2
    whole = [shapes.between((-wide / 2, wide / 2), (y - half, y + half), (TRAY_TOP, top))]
    for row in range(ROWS):
        places = [perfboard.at_mm(hole) for hole in layout.holes.values() if hole[1] == row]
        if places:
            xs, down = [x for x, _ in places], top - places[0][1]
            joints = shapes.between(
                (wide / 2 - max(xs) - JOINT_MM, wide / 2 - min(xs) + JOINT_MM),
                (y - half - SOLDER_MM, y),
                (down - JOINT_MM, down + JOINT_MM),
            )
            whole.append(joints)
    for part in board_space.of_perfboard(layout):
        (left, right), (above, below) = part.x, part.y
        box = shapes.between(
            (wide / 2 - right, wide / 2 - left),
            (y, y + half + part.high),
            (top - below, top - above),
        )
        whole.append(box)
    return shapes.joined(whole)


def left_board(raised: float = 0.0) -> Any:
    """Returns the space of the Pico on its carrier. Args: raised: 0 to ``HEADER_MM``."""
    import build123d as b

    x, low, end = e.LEFT_GROOVE
    half, high = BOARD_THICK / 2, (TRAY_TOP, TRAY_TOP + CARRIER_HIGH)
    board = shapes.between((x - half, x + half), (low, end), high)
    board += shapes.between((x - half - SOLDER_MM, x), (low + 2.0, end - 2.0), high)
    return board + b.Pos(PICO_X + raised, PICO_Y, TRAY_TOP) * shapes.pico()


def left_own_board() -> Any:
    """Returns the space of our board: the Pico inwards on its header, parts towards the wall."""
    import build123d as b

    board, (x, _, end) = pcb.question_block(), e.LEFT_GROOVE
    (wide, high), half = pcb.BLOCK_SIZE, pcb.THICK_MM / 2
    start, top = end - wide, TRAY_TOP + high
    corners = [b.Vector(x, start + across, top - down) for across, down in board.outline]
    face = b.Face(b.Wire.make_polygon(corners, close=True))
    whole = [b.extrude(face, amount=half, dir=(1, 0, 0), both=True)]
    left, right, deep = pcb.NOTCH
    for edge in (left, right - pcb.CORNER_MM):  # squares replace the round inner corners
        corner = (
            (start + edge, start + edge + pcb.CORNER_MM),
            (top - deep, top - deep + pcb.CORNER_MM),
        )
        whole.append(shapes.between((x - half, x + half), *corner))
    for pad in board.pads:
        if pad.drill_mm and pad.ref != "U1":
            along, up = start + pad.at[0], top - pad.at[1]
            joint = ((along - JOINT_MM, along + JOINT_MM), (up - JOINT_MM, up + JOINT_MM))
            whole.append(shapes.between((x, x + half + SOLDER_MM), *joint))
    for part in board_space.of_board(board):
        (left, right), (above, below) = part.x, part.y
        box = shapes.between(
            (x - half - part.high, x), (start + left, start + right), (top - below, top - above)
        )
        whole.append(box)
    along, down = pcb.PICO_MIDDLE
    low = top - down - read("pico").mm("width") / 2
    whole.append(b.Pos(x + half + HEADER_MM, start + along, low) * shapes.pico())
    return shapes.joined(whole)


def switch(pressed: float = 0.0) -> tuple[Any, Any]:
    """Returns (body, lever) of the button's switch at a depth of the plunger, mm."""
    import build123d as b

    rest = read("micro").mm("rest_height")
    stem = e.stem_end() - pressed - D.switch_holes
    place = b.Pos(e.SWITCH_X, 0, D.switch_holes)
    body, lever = shapes.microswitch(min(rest, stem - 0.01))
    return place * body, place * lever


def spring(pressed: float = 0.0) -> Any:
    """Returns the space of the plunger's spring at a depth of the plunger, mm."""
    import build123d as b

    part = read("plunger_spring")
    outside = part.most_mm("outside")
    inside = part.mm("outside") - 2 * part.mm("wire") - 0.2
    seat = D.bridge + D.bridge_thick
    return b.Pos(0, 0, seat) * shapes.coil(inside, outside, room(pressed))


def bought(own_board: bool = False) -> dict[str, Any]:
    """Returns the space of the bought parts. Args: own_board: instead of the perfboard."""
    import build123d as b

    found = {
        "speaker": b.Pos(INNER, 0, e.SPEAKER_Z) * shapes.speaker(),
        "cells": b.Pos(0, 0, HOLDER_FLOOR) * b.Rot(180, 0, 0) * shapes.holder("holder3"),
        "switch": switch()[0],
        "switch's lever": switch()[1],
        "spring": spring(),
        "link socket": b.Pos(e.LINK_OPENING[0][0], D.side / 2, e.LINK_OPENING[0][1])
        * shapes.d_sub(),
        "check key": b.Pos(e.CHECK_HOLE[0], e.KEY_BOARD_Y + BOARD_THICK / 2, e.CHECK_HOLE[1])
        * shapes.key(most=True),
        "key's board": key_board(),
        "slide switch": b.Pos(e.SWITCH_OPENING[0][0], INNER, e.SWITCH_OPENING[0][1])
        * shapes.slide_switch(),
        "light": b.Pos(e.LIGHT_HOLE[0], e.LIGHT_RIM_Y, e.LIGHT_HOLE[1]) * shapes.light(),
    }
    if own_board:
        return found | {"own board": left_own_board()}
    return found | {"pico": left_board(HEADER_MM), "perfboard": front_board()}


def key_board() -> Any:
    """Returns the piece of perfboard that carries the check key: 5 x 6 holes."""
    x, z = e.CHECK_HOLE
    half, high = 2.5 * PITCH_MM, 3 * PITCH_MM
    y, thick = e.KEY_BOARD_Y, BOARD_THICK / 2
    return shapes.between((x - half, x + half), (y - thick, y + thick), (z - high, z + high))


def usb_plug(raised: float = 0.0, long: float = 99) -> Any:
    """Returns the plug of a USB cable as close to its socket as it can be.

    Args:
        raised: of ``left_board``.
        long: its grip. It ends outside, so each length fits.
    """
    import build123d as b

    part = read("pico")
    x = PICO_X + raised + part.mm("board") + part.mm("usb_height") / 2
    y = PICO_Y + part.mm("length") / 2 + part.most_mm("usb_overhang")
    return b.Pos(x, y, TRAY_TOP + part.mm("width") / 2) * shapes.usb_plug(long)


def screws() -> dict[str, Any]:
    """Returns every screw in its place, head outside."""
    import build123d as b

    up = b.Rot(180, 0, 0)
    found = {
        f"body screw {count}": b.Pos(x, y, 0) * up * shapes.screw("m3x10")
        for count, (x, y) in enumerate(e.SCREWS, 1)
    }
    found |= {
        f"tray screw {count}": b.Pos(x, y, TRAY_TOP) * shapes.screw("m3x8")
        for count, (x, y) in enumerate(e.TRAY_SCREWS, 1)
    }
    found["door screw"] = b.Pos(*e.DOOR_SCREW, 0) * up * shapes.screw("m3x6")
    return found


# Parts that stay in the body while base and tray, with all parts on them, are pushed in from
# below.
IN_THE_BODY = (
    "body",
    "plunger",
    "speaker",
    "link socket",
    "check key",
    "key's board",
    "slide switch",
)
