"""Space of the parts on a perfboard or on our board, by their places and their files.

Lengths are in mm from the board's left and top edge, as in ``perfboard.at_mm``. Heights are above
its face.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from tools.hardware import parts, pcb, perfboard
from tools.hardware.model import Circuit
from tools.hardware.parts import Bought
from tools.hardware.pcb import Board, Point
from tools.hardware.perfboard import PITCH_MM, Layout

_LEG_MM = 0.5  # half of a leg with its solder


@dataclass(frozen=True)
class Space:
    """The box of one part. Args: x, y: from, to. high: above the board's face."""

    ref: str
    x: Point
    y: Point
    high: float


def _most(part: Bought, *names: str) -> float:
    """Returns the greatest value of the first of these figures that a part has."""
    for name in names:
        if name in part.figures:
            return part.most_mm(name)
    raise KeyError(f"hardware/parts/{part.key}.toml must have one of {', '.join(names)}.")


def _bend_mm() -> float:
    return parts.read("hookup_wire").most_mm("bend")


def height(part: Bought) -> float:
    """Returns the height of a part above its board, including its plug's wires, mm."""
    if "mated_height" in part.figures:
        return part.most_mm("mated_height") + _bend_mm()
    stand_off = part.most_mm("stand_off") if "stand_off" in part.figures else 0.0
    return stand_off + _most(part, "height", "diameter")


def _around(places: list[Point], long: float, wide: float) -> tuple[Point, Point]:
    """Returns the spans of a body over the middle of its legs, and of the legs."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return (
        (min(min(xs) - _LEG_MM, x - long / 2), max(max(xs) + _LEG_MM, x + long / 2)),
        (min(min(ys) - _LEG_MM, y - wide / 2), max(max(ys) + _LEG_MM, y + wide / 2)),
    )


def _part(circuit: Circuit, ref: str, places: list[Point]) -> Space:
    part = parts.read(circuit.part(ref).buy.key)
    long, wide = _most(part, "length", "diameter"), _most(part, "width", "diameter", "height")
    return Space(ref, *_around(places, long, wide), height(part))


def _wires(ref: str, places: list[Point]) -> Space:
    thick = parts.read("hookup_wire").most_mm("diameter")
    return Space(ref, *_around(places, thick, thick), _bend_mm())


def _by_ref(holes: Mapping[tuple[str, str], Point]) -> dict[str, list[Point]]:
    found: dict[str, list[Point]] = {}
    for (ref, _), at in holes.items():
        found.setdefault(ref, []).append(at)
    return found


def of_perfboard(layout: Layout) -> list[Space]:
    """Returns the space of each part and of each end of wires on a perfboard."""
    found = []
    holes = {pin: perfboard.at_mm(hole) for pin, hole in layout.holes.items()}
    for ref, places in _by_ref(holes).items():
        if area := perfboard.cover(layout, ref):
            left, top, right, bottom = ((edge + 0.5) * PITCH_MM for edge in area)
            module, header = parts.read("amplifier"), parts.read("header_strip")
            high = header.most_mm("body_height") + module.most_mm("board") + height(module)
            found.append(Space(ref, (left, right), (top, bottom), high))
        elif ref in perfboard.OFF_BOARD:
            found.append(_wires(ref, places))
        else:
            found.append(_part(layout.circuit, ref, places))
    return found


def of_board(board: Board) -> list[Space]:
    """Returns the space of each part and wire on our board, except the Pico."""
    found = []
    bare = ("U1", *(pad.ref for pad in board.pads if pcb.is_test_point(pad.ref)))
    for ref in dict.fromkeys(pad.ref for pad in board.pads if pad.ref not in bare):
        pads = board.of(ref)
        places = [pad.at for pad in pads]
        if ref in pcb.WIRES:
            found.append(_wires(ref, places))
        elif not pads[0].drill_mm:
            edge = max(pads[0].size_mm)
            xs, ys = [x for x, _ in places], [y for _, y in places]
            spans = ((min(xs) - edge, max(xs) + edge), (min(ys) - edge, max(ys) + edge))
            found.append(Space(ref, *spans, height(parts.read(board.circuit.part(ref).buy.key))))
        else:
            found.append(_part(board.circuit, ref, places))
    return found


def clashes(spaces: Iterable[Space]) -> list[str]:
    """Returns ``one and other`` for each pair of parts that overlap."""
    return [
        f"{one.ref} and {other.ref}"
        for one, other in combinations(spaces, 2)
        if min(one.x[1], other.x[1]) > max(one.x[0], other.x[0])
        and min(one.y[1], other.y[1]) > max(one.y[0], other.y[0])
    ]
