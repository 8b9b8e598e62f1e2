"""Drawings of legs from below, with flat side or ring, because they are easily mirrored."""

from __future__ import annotations

from collections.abc import Sequence

from tools.hardware import parts
from tools.hardware.model import Circuit, Part
from tools.hardware.svg import Svg

HIGH = 190.0  # px
_WIDE = 190.0
_BODY, _EDGE, _LEG = "#cfe0ee", "#446", "#8a8a8a"
# Part type -> file of hardware/parts, and the order of the legs as drawn from left to right.
_KINDS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "LED_RGB_CC": ("light", ("R", "K", "B", "G"), "flat side left"),
    "NPN_CBE": ("npn", ("C", "B", "E"), "flat side up"),
    "PMOS_GDS": ("p_mos", ("S", "D", "G"), "metal back up"),
    "D_Schottky": ("diode", ("K", "A"), "the ring is K"),
    "D": ("silicon_diode", ("K", "A"), "the ring is K"),
}


def order_from_below(kind: str) -> tuple[str, ...]:
    """Returns the legs of a part type from left to right, as a builder sees them from below.

    The part is turned over the axis along its legs, so that left stays left and its flat side
    moves from the front to the top.
    """
    return _KINDS[kind][1]


def shown(circuit: Circuit) -> list[Part]:
    """Returns the parts of a circuit whose legs are drawn, one of each type."""
    found: dict[str, Part] = {}
    for part in circuit.parts:
        if part.kind.name in _KINDS:
            found.setdefault(part.kind.name, part)
    return list(found.values())


def draw(svg: Svg, x: float, y: float, which: Sequence[Part]) -> None:
    """Draws the parts' legs in a row. Args: x, y: of its top left corner, px."""
    svg.text(x, y + 8, "Legs, seen from below:", 13)
    for at, part in enumerate(which):
        _one(svg, x + 20 + at * _WIDE, y + 84, part)


def _one(svg: Svg, x: float, y: float, part: Part) -> None:
    key, order, mark = _KINDS[part.kind.name]
    step = 26.0
    wide = step * (len(order) - 1)
    middle = x + wide / 2
    if key in ("diode", "silicon_diode"):
        svg.line([(x - 30, y), (x + wide + 60, y)], _LEG, 3)
        svg.box(x - 8, y - 10, wide + 46, 20, "#555555", "#333333")
        svg.box(x, y - 10, 6, 20, "#eeeeee", "#eeeeee")
        ends = (x - 24, x + wide + 54)
        for name, place in zip(order, ends, strict=True):
            svg.text(place, y - 18, name, 13, "middle")
        middle = x + wide / 2 + 15
    else:
        _body(svg, key, middle, y, wide)
        for place, name in enumerate(order):
            svg.dot(x + place * step, y, 4.5, _LEG)
            svg.text(x + place * step, y + 16, name, 13, "middle")
    refs = f"{part.ref} {part.value}"
    svg.text(middle, y + 72, refs, 11, "middle")
    svg.text(middle, y + 86, mark, 10, "middle", "#555")
    assert parts.read(key).from_below


def _body(svg: Svg, key: str, middle: float, y: float, wide: float) -> None:
    """Draws the outline from below: a circle with one flat side, or a bar with its metal back."""
    if key == "p_mos":
        svg.box(middle - 44, y - 30, 88, 10, "#999999")
        svg.box(middle - 44, y - 20, 88, 34, _BODY, _EDGE)
        return
    radius = wide / 2 + 18
    if key == "npn":
        path = f"M {middle - radius * 0.8:.1f} {y - radius * 0.55:.1f} "
        path += f"L {middle + radius * 0.8:.1f} {y - radius * 0.55:.1f} "
        path += f"A {radius:.1f} {radius:.1f} 0 1 1 {middle - radius * 0.8:.1f} "
        path += f"{y - radius * 0.55:.1f} Z"
    else:
        path = f"M {middle - radius * 0.9:.1f} {y - radius * 0.4:.1f} "
        path += f"L {middle - radius * 0.9:.1f} {y + radius * 0.4:.1f} "
        path += f"A {radius:.1f} {radius:.1f} 0 1 0 {middle - radius * 0.9:.1f} "
        path += f"{y - radius * 0.4:.1f} Z"
    svg.items.append(f'<path d="{path}" fill="{_BODY}" stroke="{_EDGE}" stroke-width="1.5"/>')
