"""Our boards: outline, pads and their nets, from a circuit and the places of its parts.

Lengths are in mm, with x to the right and y downwards, seen from the front. The block's board has
the Pico on its front and the other parts on its back. The base's board uses the perfboard's
places.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass

from tools.hardware import parts, perfboard
from tools.hardware.model import Circuit
from tools.hardware.products import ROOT

from hardware.apple_base.circuit import CIRCUIT as BASE
from hardware.question_block.board import CIRCUIT as BLOCK

STEP_MM = 2.54
PAD_MM, DRILL_MM = 1.6, 0.9
THICK_MM = 1.6
WIDE_DRILL_MM = 1.1  # diodes, wires, TO-220
PICO_PAD_MM, PICO_DRILL_MM = 1.7, 1.02
# SOIC-8 3.9 x 4.9 mm, KiCad's footprint: rows 4.95 mm apart, pads 1.95 x 0.6 mm.
CHIP_ROWS_MM, CHIP_PITCH_MM, CHIP_PAD_MM = 4.95, 1.27, (1.95, 0.6)
WIRES = ("LS1", "BT1", "S1", "S2", "S3", "F2", "LED1", "M1", "J1")  # holes for wires

# Inner corners of the outline are round, because a board house mills them.
CORNER_MM = 1.5

Point = tuple[float, float]


@dataclass(frozen=True)
class Pad:
    """One pad.

    Args:
        size_mm: width and height.
        drill_mm: diameter of the hole, or 0 if the pad is only on the back.
        net: name of the net, or "" if the pad is not connected.
    """

    ref: str
    pin: str
    number: str
    at: Point
    size_mm: Point
    drill_mm: float
    net: str


@dataclass(frozen=True)
class Board:
    """A circuit board of ours.

    Args:
        outline: its corners in order.
        back: whether its parts are on the back.
        screws: middles of the holes of its screws, ``perfboard.SCREW_HOLE_MM`` wide.
    """

    circuit: Circuit
    name: str
    outline: tuple[Point, ...]
    pads: tuple[Pad, ...]
    back: bool
    screws: tuple[Point, ...] = ()

    def of(self, ref: str) -> list[Pad]:
        """Returns the pads of a part."""
        return [pad for pad in self.pads if pad.ref == ref]

    def parts(self) -> list[str]:
        """Returns the references of the parts on the board, without wires and test points."""
        refs = dict.fromkeys(pad.ref for pad in self.pads)
        return [ref for ref in refs if ref not in WIRES and not is_test_point(ref)]

    def netlist(self) -> dict[str, frozenset[tuple[str, str]]]:
        """Returns net -> (ref, pad's number), as ``kicad.expected_netlist`` does."""
        nets: dict[str, set[tuple[str, str]]] = {}
        for pad in self.pads:
            if pad.net:
                nets.setdefault(pad.net, set()).add((pad.ref, pad.number))
        return {net: frozenset(pins) for net, pins in nets.items()}


def is_test_point(ref: str) -> bool:
    """Returns whether a reference is a hole for the meter."""
    return ref.startswith("TP")


def _test_points(places: Iterable[tuple[str, str, Point]]) -> list[Pad]:
    """Returns holes for the meter. Args: places: (net, printed letters, place) of each."""
    size = (PAD_MM, PAD_MM)
    return [
        Pad(f"TP{count}", letters, "1", at, size, DRILL_MM, net)
        for count, (net, letters, at) in enumerate(places, 1)
    ]


def _pad(circuit: Circuit, ref: str, pin: str, at: Point) -> Pad:
    wide = ref in WIRES or circuit.part(ref).kind.name in ("D", "D_Schottky", "PMOS_GDS")
    drill = WIDE_DRILL_MM if wide else DRILL_MM
    size = (PAD_MM + 0.2, PAD_MM + 0.2) if wide else (PAD_MM, PAD_MM)
    number = circuit.part(ref).kind.pin(pin).number
    return Pad(ref, pin, number, at, size, drill, circuit.net_of(ref, pin))


def _pico(circuit: Circuit, middle: Point) -> list[Pad]:
    """Returns the Pico's 40 pads. Its USB socket is at the right, its pin 1 at the top right."""
    half = parts.read("pico").mm("row_to_row") / 2
    found = []
    for pin in circuit.part("U1").kind.pins:
        number = int(pin.number)
        place = number - 1 if number <= 20 else 40 - number
        at = (
            round(middle[0] + 9.5 * STEP_MM - place * STEP_MM, 3),
            round(middle[1] - half if number <= 20 else middle[1] + half, 3),
        )
        size = (PICO_PAD_MM, PICO_PAD_MM)
        net = circuit.net_of("U1", pin.name)
        found.append(Pad("U1", pin.name, pin.number, at, size, PICO_DRILL_MM, net))
    return found


def _chip(circuit: Circuit, ref: str, middle: Point) -> list[Pad]:
    """Returns a chip's eight pads on the back: seen from the front, pin 1 is at the top right."""
    found = []
    for pin in circuit.part(ref).kind.pins:
        number = int(pin.number)
        place = number - 1 if number <= 4 else 8 - number
        side = 1 if number <= 4 else -1
        at = (
            round(middle[0] + side * CHIP_ROWS_MM / 2, 3),
            round(middle[1] + (place - 1.5) * CHIP_PITCH_MM, 3),
        )
        net = circuit.net_of(ref, pin.name)
        found.append(Pad(ref, pin.name, pin.number, at, CHIP_PAD_MM, 0.0, net))
    return found


# The block's board is in the left grooves, which hold it without a screw.
BLOCK_SIZE = (54.0, 43.0)
PICO_MIDDLE = (26.9, 32.5)
# Test points: net, printed letters, place as in board.toml.
BLOCK_POINTS = (
    ("GND", "GND", "19,-8"),
    ("VSYS", "VSYS", "19,-6.5"),
    ("AMP_SHUTDOWN", "SD", "19,-5"),
    ("LOAD", "LOAD", "19,-3.5"),
)
BASE_POINTS = (
    ("GND", (3, 14)),
    ("SUPPLY", (6, 14)),
    ("SERVO_PLUS", (9, 14)),
    ("GATE", (12, 14)),
    ("SAG", (15, 14)),
)
# The button's flange and its guide need the middle of the upper edge.
NOTCH = (11.0, 33.0, 17.0)


def question_block() -> Board:
    """Returns the block's board. Raises KeyError if a place has no part or pin."""
    wide, high = BLOCK_SIZE
    left, right, deep = NOTCH
    outline = (
        (0.0, 0.0), (left, 0.0), (left, deep), (right, deep), (right, 0.0), (wide, 0.0),
        (wide, high), (0.0, high),
    )  # fmt: skip
    pads = _pico(BLOCK, PICO_MIDDLE)
    origin = next(pad.at for pad in pads if pad.number == "20")

    def at(text: str) -> Point:
        column, row = map(float, text.split(","))
        return round(origin[0] + column * STEP_MM, 3), round(origin[1] + row * STEP_MM, 3)

    file = ROOT / "hardware" / "question_block" / "board.toml"
    for ref, text in tomllib.loads(file.read_text(encoding="utf-8")).items():
        if text.startswith("@"):
            pads += _chip(BLOCK, ref, at(text[1:]))
            continue
        for place in text.split():
            pin, _, where = place.partition(":")
            pads.append(_pad(BLOCK, ref, pin, at(where)))
    points = [(net, text, at(where)) for net, text, where in BLOCK_POINTS]
    pads += _test_points(points)
    return Board(BLOCK, "question_block", outline, tuple(pads), True)


def apple_base() -> Board:
    """Returns the base's board: size and places of its perfboard."""
    layout = perfboard.layout_of(BASE)
    wide, high = perfboard.COLUMNS * STEP_MM, perfboard.ROWS * STEP_MM
    outline = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high))
    pads = []
    for (ref, pin), hole in layout.holes.items():
        pads.append(_pad(BASE, ref, pin, perfboard.at_mm(hole)))
    pads += _test_points((net, net, perfboard.at_mm(hole)) for net, hole in BASE_POINTS)
    screws = tuple(perfboard.at_mm(hole) for hole in layout.screws)
    return Board(BASE, "apple_base", outline, tuple(pads), False, screws)


BOARDS = {"question_block": question_block, "apple_base": apple_base}


def expected(board: Board) -> dict[str, frozenset[tuple[str, str]]]:
    """Returns the required nets of a board: the circuit's, without pins that have no pad.

    A part off the board has a pad for each of its wires that ends here.
    """
    there = {(pad.ref, pad.number) for pad in board.pads}
    nets = {}
    for net in board.circuit.nets:
        pins = {
            (ref, board.circuit.part(ref).kind.pin(pin).number)
            for ref, pin in board.circuit.pins_of(net)
        }
        away = {pin for pin in pins - there if pin[0] in perfboard.OFF_BOARD}
        points = {
            (pad.ref, pad.number)
            for pad in board.pads
            if is_test_point(pad.ref) and pad.net == net
        }
        if pins - away:
            nets[net] = frozenset(pins - away | points)
    return nets
