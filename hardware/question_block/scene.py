"""The Question Block with all its parts, for the pictures of its guide's steps."""

from __future__ import annotations

from typing import Any

import numpy as np
from tools.hardware import looks, pcb, shapes
from tools.hardware.looks import BLACK, BLUE, GREEN, METAL, WHITE, Look, box, rod, tube
from tools.hardware.parts import read
from tools.hardware.perfboard import PITCH_MM, layout_of
from tools.hardware.render import Array
from tools.hardware.scene import End, Scene, add_harness, add_perfboard, hole_at, place

from hardware.question_block import board as own
from hardware.question_block import enclosure as e
from hardware.question_block import room
from hardware.question_block.circuit import CIRCUIT

D = e.DIMENSIONS
_CELL, _HOLDER, _LENS = (0.30, 0.55, 0.38), (0.25, 0.25, 0.28), (0.90, 0.88, 0.95)
_COLOURS = {
    "speaker": BLACK, "cells": _HOLDER, "switch": BLACK, "switch's lever": METAL,
    "link socket": METAL, "check key": BLACK, "key's board": looks.BOARD, "slide switch": METAL,
    "light": _LENS,
}  # fmt: skip
_OWN_WIRES = {"+": (0.85, 0.15, 0.15)} | dict.fromkeys(("-", "K", "GND", "GND2"), BLACK)


def _board_pose() -> Array:
    """Returns the pose of the perfboard's face. Column a is at the right wall."""
    y = e.FRONT_GROOVE[0] + room.BOARD_THICK / 2
    return place((0, y, room.TRAY_TOP + room.BOARD_SIZE[1] / 2), (-1, 0, 0), (0, 0, 1))


def _pico_pin(number: int, x: float) -> tuple[float, float, float]:
    """Returns the place of a Pico's pin. USB is at the back, and pins 1 to 20 are above."""
    part = read("pico")
    along = number - 1 if number <= 20 else 40 - number
    row = (1 if number <= 20 else -1) * part.mm("row_to_row") / 2
    z = room.TRAY_TOP + part.mm("width") / 2 + row
    return x, room.PICO_Y + 9.5 * PITCH_MM - along * PITCH_MM, z


def _pico() -> Look:
    """Returns the Pico on its header, with its chip and its rows of holes."""
    import build123d as b
    from tools.hardware import solids

    part, x = read("pico"), room.PICO_X + room.HEADER_MM
    long, wide, thick = part.mm("length"), part.mm("width"), part.mm("board")
    low, y, face = room.TRAY_TOP, room.PICO_Y, room.PICO_X + room.HEADER_MM + part.mm("board")
    usb = b.Pos(x, y, low) * (
        shapes.pico() - shapes.between((-9, thick), (-long / 2, long / 2), (0, wide))
    )
    found: Look = [
        (box((x, x + thick), (y - long / 2, y + long / 2), (low, low + wide)), GREEN),
        (solids.mesh(usb), METAL),
        (box((face, face + 0.9), (y - 6.5, y + 0.5), (low + 7, low + 14)), BLACK),
        (box((face, face + 1.6), (y + 9, y + 12.5), (low + 13, low + 17)), WHITE),
    ]
    for number in range(1, 41):
        _, py, pz = _pico_pin(number, 0)
        found.append((rod((x - 5.5, py, pz), (face + 0.8, py, pz), 0.7), METAL))
    for numbers in ((1, 20), (40, 21)):
        (_, y1, pz), (_, y2, _) = (_pico_pin(number, 0) for number in numbers)
        found.append((box((x - 2.5, x), (y2 - 1.2, y1 + 1.2), (pz - 1.2, pz + 1.2)), BLACK))
    return found


def _carrier() -> Look:
    """Returns the piece of perfboard that carries the Pico."""
    x, low, high = e.LEFT_GROOVE
    half = room.BOARD_THICK / 2
    across = (room.TRAY_TOP, room.TRAY_TOP + room.CARRIER_HIGH)
    return [(box((x - half, x + half), (low, high), across), looks.BOARD)]


def _ends() -> dict[str, End]:
    """Returns the ends of the wires at the parts off the board."""
    ends = {}
    for pico_pin in CIRCUIT.part("U1").kind.pins:
        at = _pico_pin(int(pico_pin.number), room.PICO_X + room.HEADER_MM + 1.2)
        ends[f"U1.{pico_pin.name}"] = End("pico", at, (16, 0, 0))
    back = room.switch()[0].bounding_box().min.Z
    key_x, key_z = e.CHECK_HOLE
    light_x, light_z = e.LIGHT_HOLE
    slide_x, slide_z = e.SWITCH_OPENING[0]
    low = e.SPEAKER_Z - read("speaker").mm("diameter") / 2 + 3
    side = read("holder3").mm("length") / 2
    for pin, x in (("COM", -8.0), ("NO", 0.8)):
        ends[f"S1.{pin}"] = End("switch", (e.SWITCH_X + x, 0, back + 1), (0, 14, -8))
    for pin, x in (("1", -3.2), ("2", 3.2)):
        place_of = (key_x + x, e.KEY_BOARD_Y - 0.8, key_z)
        ends[f"S2.{pin}"] = End("key's board", place_of, (0, -12, 0))
    for pin, x in zip("RKBG", (-1.9, -0.6, 0.6, 1.9), strict=True):
        place_of = (light_x + x, e.LIGHT_RIM_Y + 4.4, light_z)
        ends[f"LED1.{pin}"] = End("light", place_of, (0, 9, 0))
    for pin, x in (("COM", 0.0), ("ON", 4.7)):
        place_of = (slide_x + x, room.INNER - 11.5, slide_z)
        ends[f"S3.{pin}"] = End("slide switch", place_of, (0, -12, 0))
    fuse_at = (slide_x + 4.7, room.INNER - 26, slide_z)
    for pin in ("F2.1", "F2.2"):  # in the switch's wire
        ends[pin] = End("slide switch", fuse_at, (0, -8, 0))
    for pin, y in (("+", -4.0), ("-", 4.0)):
        ends[f"LS1.{pin}"] = End("speaker", (room.INNER - 3.2, y, low), (-12, 0, -6))
    for pin, y in (("+", -14.0), ("-", 14.0)):
        ends[f"BT1.{pin}"] = End("cells", (-side, y, room.HOLDER_FLOOR - 3), (-12, 0, 8))
    for link_pin in CIRCUIT.part("J1").kind.pins:
        at = _cup(int(link_pin.number))
        ends[f"J1.{link_pin.name}"] = End("link socket", at, (0, -12, 0))
    return ends | _speaker_ends()


def _speaker_ends() -> dict[str, End]:
    """Returns the ends of the speaker's wires on the amplifier's module."""
    module = read("amplifier")
    first = module.pins[0].name
    x, y = hole_at(layout_of(CIRCUIT).holes["U2", first])
    down, across = module.at_mm(first)
    ends = {}
    for pin in ("OUT+", "OUT-"):
        there = module.at_mm(pin)
        at = _board_pose() @ [x + there[1] - across, y - there[0] + down, 4.4, 1]
        ends[f"U2.{pin}"] = End("U2", at[:3], (0, 14, 0))
    return ends


def _cup(count: int) -> tuple[float, float, float]:
    """Returns the place of a contact's cup behind the D-sub, which has three rows of five."""
    x, z = e.LINK_OPENING[0]
    aside = 2.0 * ((count - 1) // 5 - 1)
    return (
        x + aside,
        D.side / 2 - read("link_panel").mm("depth"),
        z + 4.6 - 2.29 * ((count - 1) % 5),
    )


def _link(scene: Scene) -> None:
    """Adds the link's screws with their nuts, and the cable outside."""
    x, z = e.LINK_OPENING[0]
    back = D.side / 2
    for count, way in enumerate((-1, 1), 1):
        hole = z + way * e.LINK_SCREWS_APART / 2
        scene.looks[f"link screw {count}"] = looks.screw(
            (x, back + 1.1, hole), (0, -1, 0), 3.0, 8.0
        )
        scene.looks[f"link nut {count}"] = looks.nut((x, back - 2.6, hole), (0, -1, 0), 3.0)
    hood = [
        (box((x - 8, x + 8), (back + 3, back + 38), (z - 17, z + 17)), (0.35, 0.35, 0.38)),
        (
            tube(
                looks.curve(
                    (x, back + 38, z), (0, 30, 0), (x + 30, back + 78, z - 30), (0, -10, 30)
                ),
                6.0,
                20,
            ),
            (0.35, 0.35, 0.38),
        ),
    ]
    scene.looks["link cable"] = hood


def _own_board(scene: Scene) -> None:
    """Adds our board with its parts, each named ``own`` and its reference."""
    whole = pcb.question_block()
    wide, high = pcb.BLOCK_SIZE
    x, _, end = e.LEFT_GROOVE
    # The Pico's side looks inwards, its USB socket to the back. The board's x runs along y.
    pose = place((x, end - wide / 2, room.TRAY_TOP + high / 2), (0, 1, 0), (0, 0, 1))
    half = room.BOARD_THICK / 2
    left, right, deep = pcb.NOTCH
    plates = [
        box((-wide / 2, wide / 2), (-high / 2, high / 2 - deep), (-half, half)),
        box((-wide / 2, left - wide / 2), (high / 2 - deep, high / 2), (-half, half)),
        box((right - wide / 2, wide / 2), (high / 2 - deep, high / 2), (-half, half)),
    ]
    import trimesh

    pads = [
        rod(
            (pad.at[0] - wide / 2, high / 2 - pad.at[1], -half - 0.05),
            (pad.at[0] - wide / 2, high / 2 - pad.at[1], half + 0.05),
            pad.size_mm[0],
        )
        for pad in whole.pads
        if pad.drill_mm
    ]
    board: Look = [(plate, GREEN) for plate in plates]
    board.append((trimesh.util.concatenate(pads), (0.85, 0.80, 0.62)))
    scene.looks["own board"] = looks.moved(board, pose)
    behind = np.diag([-1.0, 1.0, -1.0, 1.0])  # parts on the back, as seen from there
    behind[2, 3] = -half
    for part in own.CIRCUIT.parts:
        pins = {
            pad.pin: (wide / 2 - pad.at[0], high / 2 - pad.at[1]) for pad in whole.of(part.ref)
        }
        if part.ref in pcb.WIRES:
            for pin, (px, py) in pins.items():
                out = (px, py + (8 if py > 0 else -8), 14.2)
                path = looks.curve((px, py, 0.2), (0, 0, 8), out, (0, 0, -4))
                colour = _OWN_WIRES.get(pin, BLUE)
                wire = looks.moved([(tube(path, 1.3), colour)], pose @ behind)
                scene.looks[f"own wire {part.ref}.{pin}"] = wire
        elif part.ref != "U1":
            scene.looks[f"own {part.ref}"] = looks.moved(looks.on_board(part, pins), pose @ behind)
    scene.looks["own pico"] = _pico()


def scene() -> Scene:
    """Returns all parts in their places."""
    found = Scene()
    found.add(e.parts(), e.COLOURS)
    bought = room.bought()
    found.add({name: bought[name] for name in _COLOURS}, _COLOURS)
    found.add({f"cell {n}": cell for n, cell in enumerate(room.cells(), 1)}, _CELL)
    found.add(room.screws(), METAL)
    found.looks["pico"] = [*_carrier(), *_pico()]
    part, seat = read("plunger_spring"), D.bridge + D.bridge_thick
    spring = looks.helix(
        part.mm("outside"),
        e.cap_top() - D.wall - seat,
        part.value("coils", "1") + 2,
        part.mm("wire"),
    )
    spring.apply_translation((0, 0, seat))
    found.looks["spring"] = [(spring, METAL)]
    half = read("micro").mm("holes_apart") / 2
    for count, x in enumerate((e.SWITCH_X - half, e.SWITCH_X + half), 1):
        y = e.SWITCH_SLOT / 2 + e.BED[1]
        found.looks[f"switch screw {count}"] = looks.screw(
            (x, -y, D.switch_holes), (0, 1, 0), 2.0, 16.0
        )
        found.looks[f"switch nut {count}"] = looks.nut((x, y, D.switch_holes), (0, 1, 0), 2.0)
    pose = _board_pose()
    add_perfboard(found, CIRCUIT, pose, room.BOARD_THICK)
    add_harness(found, CIRCUIT, pose, _ends())
    _link(found)
    _own_board(found)
    plug: Any = room.usb_plug(room.HEADER_MM, 25)
    found.add({"usb cable": plug}, BLACK)
    box_of = found.looks["usb cable"][0][0].bounds
    x, y, z = (box_of[0][0] + box_of[1][0]) / 2, box_of[1][1], (box_of[0][2] + box_of[1][2]) / 2
    found.looks["usb cable"].append(
        (
            tube(
                looks.curve((x, y, z), (0, 30, 0), (x + 25, y + 45, z - 25), (0, -5, 30)), 3.6, 16
            ),
            BLACK,
        )
    )
    return found
