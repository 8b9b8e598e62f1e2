"""Picture of a perfboard: its front with the parts, its back with the wires, mirrored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tools.hardware import legs, parts
from tools.hardware.perfboard import (
    COLUMNS,
    ELSEWHERE,
    OFF_BOARD,
    PITCH_MM,
    ROWS,
    SCREW_HOLE_MM,
    Hole,
    Layout,
    Route,
    contact,
    cover,
    name_of,
)
from tools.hardware.svg import Svg

_STEP, _LEFT, _TOP = 46.0, 70.0, 120.0
_WIDE, _HIGH = _STEP * (COLUMNS - 1), _STEP * (ROWS - 1)
_BOARD, _BACK, _COPPER = "#f6efdc", "#e9dcc0", "#cdb98a"
_PART, _TERMINAL, _EDGE, _HALO = "#cfe0ee", "#ffffff", "#446", "#ffffffd8"
_MODULE = "#d7ead7"


class _Side:
    """One side of the board. Args: top: y of its first row, px. mirrored: True for the back."""

    def __init__(self, svg: Svg, top: float, mirrored: bool) -> None:
        self.svg, self.top, self.mirrored = svg, top, mirrored

    def at(self, column: float, row: float) -> tuple[float, float]:
        """Returns the drawn place of a hole, or of a point between holes."""
        across = COLUMNS - 1 - column if self.mirrored else column
        return _LEFT + across * _STEP, self.top + row * _STEP

    def empty(self, title: str, fill: str, screws: Sequence[Hole]) -> None:
        """Draws the board with its holes, their names on all four edges, and the screws' holes."""
        svg, (left, top) = self.svg, (_LEFT, self.top)
        svg.text(left - 30, top - 60, title, 15)
        svg.box(left - 24, top - 28, _WIDE + 48, _HIGH + 60, fill)
        for column in range(COLUMNS):
            x = self.at(column, 0)[0]
            for y in (top - 40, top + _HIGH + 46):
                svg.text(x, y, name_of((column, 0))[-1], 12, "middle", "#666")
        for row in range(ROWS):
            y = top + row * _STEP
            svg.text(left - 32, y, str(row + 1), 12, "end", "#666")
            svg.text(left + _WIDE + 32, y, str(row + 1), 12, "start", "#666")
            for column in range(COLUMNS):
                svg.dot(*self.at(column, row), 3, _COPPER)
        for screw in screws:
            x, y = self.at(*screw)
            svg.dot(x, y, SCREW_HOLE_MM / PITCH_MM * _STEP / 2, "#ffffff")
            svg.text(x, y, "M3", 10.5, "middle", "#666")


def _box(side: _Side, holes: Sequence[Hole], fill: str, edge: str = _EDGE) -> None:
    """Draws a part's outline over its holes."""
    places = [side.at(*hole) for hole in holes]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    side.svg.box(left - 13, top - 12, right - left + 26, bottom - top + 24, fill, edge)


def _module(side: _Side, area: tuple[float, float, float, float]) -> None:
    """Draws the amplifier's board by its real outline, with the two holes of its outputs."""
    svg, amplifier = side.svg, parts.read("amplifier")
    left, top, right, bottom = area
    (x, y), (far_x, far_y) = side.at(left, top), side.at(right, bottom)
    svg.box(x, y, far_x - x, far_y - y, _MODULE, _EDGE)
    for pin in ELSEWHERE["PAM8302_breakout"]:
        across, down = amplifier.at_mm(pin)[1], amplifier.at_mm(pin)[0]
        at = side.at(left + across / PITCH_MM, top + down / PITCH_MM)
        svg.dot(*at, 6, _COPPER)
        svg.text(at[0], at[1] + 18, pin, 10, "middle", "#112", _HALO)
    middle = (x + far_x) / 2
    svg.text(middle, (y + far_y) / 2 + 12, "no part below;", 9.5, "middle", "#112", _HALO)
    svg.text(middle, (y + far_y) / 2 + 26, "OUT: speaker", 9.5, "middle", "#112", _HALO)


def _front(side: _Side, layout: Layout, colours: Mapping[str, str]) -> None:
    """Draws the parts, and the names of pins that must not be mixed up."""
    svg, circuit = side.svg, layout.circuit
    for part in circuit.parts:
        holes = {pin: hole for (ref, pin), hole in layout.holes.items() if ref == part.ref}
        if not holes:
            continue
        away = part.ref in OFF_BOARD
        if area := cover(layout, part.ref):
            _module(side, area)
        else:
            _box(side, list(holes.values()), _TERMINAL if away else _PART)
        for pin, hole in holes.items():
            x, y = side.at(*hole)
            svg.dot(x, y, 5.5, colours.get(circuit.net_of(part.ref, pin), "#999999"))
        xs = [side.at(*hole)[0] for hole in holes.values()]
        y = side.at(*next(iter(holes.values())))[1]
        middle = (min(xs) + max(xs)) / 2
        plain = len(part.kind.pins) == 2 and not part.kind.plus and not away
        if plain or part.kind.name in ("D", "D_Schottky"):
            size = 12 if max(xs) - min(xs) > 100 else 10
            svg.text(middle, y, f"{part.ref} {part.value}", size, "middle", "#112", _HALO)
        else:
            words = part.ref if away and len(holes) == 1 else f"{part.ref} {part.value}"[:24]
            svg.text(middle, y + 20, words, 10, "middle", "#112", _HALO)
        for pin, hole in holes.items():
            if not plain:
                x, y = side.at(*hole)
                svg.text(x, y - 18, pin, 10.5 if len(pin) < 7 else 8, "middle", "#112", _HALO)
                svg.text(x, y - 31, contact(circuit, part.ref, pin), 11.5, "middle", "#112", _HALO)


def _back(
    side: _Side, layout: Layout, routes: Sequence[Route], colours: Mapping[str, str]
) -> None:
    """Draws the wires along the grid, the shortest on top, and the pin of each joint."""
    svg, circuit = side.svg, layout.circuit
    for part in circuit.parts:
        holes = [hole for (ref, _), hole in layout.holes.items() if ref == part.ref]
        if holes:
            _box(side, holes, "none", "#b9a97c")
    for route in sorted(routes, key=lambda route: -route.length_mm()):
        points = [side.at(x / 2, y / 2) for x, y in route.corners]
        svg.line(points, "#ffffff", 6.5)
        svg.line(points, colours[route.net], 3.6)
    for (ref, pin), hole in layout.holes.items():
        x, y = side.at(*hole)
        svg.dot(x, y, 6, colours.get(circuit.net_of(ref, pin), "#999999"))
        svg.dot(x, y, 2.4, "#ffffff")
        short = contact(circuit, ref, pin) or ("GND" if pin.startswith("GND") else pin)
        svg.text(
            x, y - 13, f"{ref}.{short}", 8.5 if len(short) < 6 else 6, "middle", "#112", _HALO
        )


def perfboard(layout: Layout, routes: Sequence[Route], colours: Mapping[str, str]) -> Svg:
    """Returns the front above the back, and the colours of the nets below."""
    nets = [net for net in layout.circuit.nets if any(route.net == net for route in routes)]
    per_row, below = 6, _TOP + _HIGH + 150
    bottom = below + _HIGH + 90
    legs_at = bottom + 26 * -(-len(nets) // per_row) + 10
    svg = Svg(_WIDE + 2 * _LEFT, legs_at + legs.HIGH)
    svg.items.append(f'<rect width="{svg.width:.0f}" height="{svg.height:.0f}" fill="#ffffff"/>')
    svg.text(20, 26, f"{layout.circuit.title}: perfboard of {COLUMNS} x {ROWS} holes", 20)
    front, back = _Side(svg, _TOP, False), _Side(svg, below, True)
    front.empty(
        "Front: parts. White boxes are ends of wires to parts off the board.",
        _BOARD,
        layout.screws,
    )
    _front(front, layout, colours)
    back.empty(
        "Back, as you see it while soldering (mirrored): insulated wires.", _BACK, layout.screws
    )
    _back(back, layout, routes, colours)
    for at, net in enumerate(nets):
        x = _LEFT - 20 + at % per_row * (_WIDE + 60) / per_row
        y = bottom + 26 * (at // per_row)
        svg.line([(x, y), (x + 30, y)], colours[net], 5)
        svg.text(x + 38, y, net, 11)
    legs.draw(svg, _LEFT - 20, legs_at, legs.shown(layout.circuit))
    return svg
