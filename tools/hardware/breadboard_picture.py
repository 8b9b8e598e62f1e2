"""Picture of the breadboard with its steps: real outlines, pin names, wires in their colours."""

from __future__ import annotations

from pathlib import Path

from tools.hardware import legs, parts
from tools.hardware.breadboard import (
    COLUMNS,
    PICO_ROWS,
    PITCH_MM,
    RAILS,
    ROWS,
    Hole,
    Plan,
    Wire,
    faults,
    module_mm,
    name_of,
    read,
)
from tools.hardware.svg import Svg

_STEP = 26.0  # px per pitch
_LEFT, _TOP = 80.0, 100.0
_DOWN = {"T+": 0.0, "T-": 1.0, "B-": 17.0, "B+": 18.0}
_BOARD, _HOLE, _EDGE, _HALO = "#fbf8f0", "#b9b3a2", "#999", "#ffffffe0"
_PICO, _MODULE, _PART, _GOLD = "#2e7d4f", "#2f5aa8", "#cfe0ee", "#e8c35a"
_COLOURS = {
    "red": "#d62728", "black": "#222222", "yellow": "#d9a400", "orange": "#ff7f0e",
    "green": "#2ca02c", "blue": "#1f77b4", "white": "#9a9a9a", "violet": "#9467bd",
}  # fmt: skip


def _down(row: str) -> float:
    """Returns the distance in pitches of a row or rail from the upper rail."""
    if row in RAILS:
        return _DOWN[row]
    place = ROWS.index(row)
    return 3.0 + (9 - place) + (2 if place < 5 else 0)


def at(hole: Hole) -> tuple[float, float]:
    """Returns the drawn place of a hole, px."""
    return _LEFT + (hole[1] - 1) * _STEP, _TOP + _down(hole[0]) * _STEP


def _board(svg: Svg) -> None:
    """Draws the board with its holes, numbers, letters and rails."""
    wide = (COLUMNS - 1) * _STEP
    svg.box(_LEFT - 34, _TOP - 40, wide + 68, 18 * _STEP + 80, _BOARD, _EDGE)
    for rail, colour in (("T+", "#d62728"), ("T-", "#222"), ("B-", "#222"), ("B+", "#d62728")):
        y = _TOP + _DOWN[rail] * _STEP
        beside = y + (-13 if rail in ("T+", "B-") else 13)
        svg.line([(_LEFT - 8, beside), (_LEFT + wide + 8, beside)], colour, 1.2)
        svg.text(_LEFT - 22, y, rail, 12, "middle", colour)
    for column in range(1, COLUMNS + 1):
        for row in (*ROWS, *RAILS):
            svg.dot(*at((row, column)), 2.6, _HOLE)
        if column % 5 == 0 or column == 1:
            x = at(("a", column))[0]
            for y in (at(("j", 1))[1] - 17, at(("a", 1))[1] + 17):
                svg.text(x, y, str(column), 11, "middle", "#888")
    for row in ROWS:
        for x in (_LEFT - 22, _LEFT + wide + 22):
            svg.text(x, at((row, 1))[1], row, 12, "middle", "#888")


def _pico(svg: Svg, plan: Plan) -> None:
    """Draws the Pico by its real outline, with the name of each pin."""
    pico = parts.read("pico")
    low, high = PICO_ROWS
    (left, top), (right, bottom) = at((high, 1)), at((low, 20))
    over = (pico.mm("length") - 19 * PITCH_MM) / 2 / PITCH_MM * _STEP
    beside = (pico.mm("width") - pico.mm("row_to_row")) / 2 / PITCH_MM * _STEP
    svg.box(left - over, top - beside, right - left + 2 * over, bottom - top + 2 * beside, _PICO)
    svg.box(left - over - 14, (top + bottom) / 2 - 38, 62, 76, "#c8c8c8")
    svg.text(left + 18, (top + bottom) / 2, "USB", 13, "middle")
    svg.text((left + right) / 2, (top + bottom) / 2, "Raspberry Pi Pico", 17, "middle", "#ffffff")
    for (ref, pin), hole in plan.holes.items():
        if ref != "U1":
            continue
        x, y = at(hole)
        svg.dot(x, y, 5, _GOLD)
        upper = hole[0] == high
        name = "GND" if "GND" in pin else pin.replace("ADC_VREF", "VREF").replace("3V3_EN", "EN")
        turn = f'transform="rotate(-90 {x:.0f} {y:.0f})"'
        side = (-9, "end") if upper else (9, "start")
        svg.items.append(
            f'<text x="{x + side[0]:.1f}" y="{y + 3.5:.1f}" font-size="10" '
            f'text-anchor="{side[1]}" fill="#ffffff" {turn}>{name}</text>'
        )


def _module(svg: Svg, plan: Plan) -> None:
    """Draws the amplifier by its real outline. Its body points away from the board."""
    px = _STEP / PITCH_MM
    left, above, right, below = (value * px for value in module_mm())
    x, y = at(plan.holes["U2", "GND"])
    svg.box(x - left, y - above, left + right, above + below, _MODULE, "#112244")
    amplifier = parts.read("amplifier")
    for leg in amplifier.pins:
        across, along = (amplifier.at_mm(leg.name)[place] for place in (1, 0))
        ground = amplifier.at_mm("GND")
        px_x, px_y = x + (across - ground[1]) * px, y + (along - ground[0]) * px
        svg.dot(px_x, px_y, 6, _GOLD)
        beside = -15 if leg.name.startswith("OUT") else 16
        svg.text(px_x, px_y + beside, leg.name, 10, "middle", "#ffffff")
    svg.text(x + 2 * _STEP, y + 70, "U2 amplifier", 12, "middle", "#ffffff")
    svg.text(x + 2 * _STEP, y + 86, "face up", 10, "middle", "#ffffff")
    out = {
        pin: (x + (amplifier.at_mm(pin)[1] - ground[1]) * px,
              y + (amplifier.at_mm(pin)[0] - ground[0]) * px)
        for pin in ("OUT+", "OUT-")
    }  # fmt: skip
    far = x + 8 * _STEP
    svg.dot(far + 58, y + 150, 52, "#555555")
    svg.dot(far + 58, y + 150, 34, "#777777")
    svg.text(far + 58, y + 150, "LS1 8 Ohm", 11, "middle", "#ffffff")
    for pin, down, colour in (("OUT+", 140, "red"), ("OUT-", 160, "black")):
        px_x, px_y = out[pin]
        points = [(px_x, px_y), (px_x, px_y + 34 - down / 10), (far + 8, y + down)]
        svg.line(points, _COLOURS[colour], 3)


def _small(svg: Svg, names: Svg, plan: Plan) -> None:
    """Draws resistors, capacitors, light and keys over their holes, and their names separately."""
    for part in plan.circuit.parts:
        pins = {pin: hole for (ref, pin), hole in plan.holes.items() if ref == part.ref}
        if not pins or part.ref in ("U1", "U2"):
            continue
        places = [at(hole) for hole in pins.values()]
        xs, ys = [x for x, _ in places], [y for _, y in places]
        left, right, y = min(xs), max(xs), sum(ys) / len(ys)
        middle = (left + right) / 2
        if part.kind.name == "SW_Micro" or part.kind.name == "SW_Push":
            svg.box(left - 10, y - 10, right - left + 20, 3 * _STEP + 20, "#444444")
            svg.dot(middle, y + 1.5 * _STEP, 17, "#bbbbbb")
            names.text(middle, y - 20, part.ref, 12, "middle", "#112", _HALO)
        else:
            inset = 14 if part.kind.name == "R" else -8
            tall = 2 * abs(ys[0] - ys[-1]) / 2 + 17
            svg.line([(left, min(ys)), (right, max(ys))], "#8a8a8a", 2.5)
            top = min(ys) - 8.5
            svg.box(left + inset, top, right - left - 2 * inset, tall, _PART, "#446")
            words = part.ref if part.kind.name != "R" else f"{part.ref} {part.value}"
            size = 10 if part.kind.name == "R" else 9.5
            if part.kind.name == "LED_RGB_CC":
                names.text(middle, y - 19, words, 11, "middle", "#112", _HALO)
            elif part.kind.name == "C_Polarized":
                names.text(right + 14, y, f"{words} {part.value}", 10, "start", "#112", _HALO)
            else:
                names.text(middle, y, words, size, "middle", "#112", _HALO)
        for pin, hole in pins.items():
            x, own_y = at(hole)
            svg.dot(x, own_y, 3.4, _GOLD)
            if part.kind.plus or part.kind.name == "LED_RGB_CC":
                names.text(x - (11 if part.kind.plus else 0), own_y + 13 * (not part.kind.plus),
                         pin, 9.5, "middle", "#112", _HALO)  # fmt: skip


def _wire(svg: Svg, wire: Wire, slack: float) -> None:
    """Draws a wire as a slack curve with its two ends. Args: slack: share of its length."""
    (ax, ay), (bx, by) = at(wire.start), at(wire.end)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    sag = min(90.0, slack * length)
    nx, ny = (by - ay) / (length or 1), -(bx - ax) / (length or 1)
    cx, cy = (ax + bx) / 2 + nx * sag, (ay + by) / 2 + ny * sag
    path = f"M {ax:.1f} {ay:.1f} Q {cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}"
    for colour, width in (("#ffffff", 6.5), (_COLOURS[wire.colour], 3.8)):
        svg.items.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
            'stroke-linecap="round"/>'
        )
    for x, y in ((ax, ay), (bx, by)):
        svg.dot(x, y, 5, _COLOURS[wire.colour])
        svg.dot(x, y, 1.8, "#ffffff")


def _text_rows(text: str, most: int) -> list[str]:
    rows = [""]
    for word in text.split():
        if len(rows[-1]) + len(word) > most:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return rows


def _steps(svg: Svg, plan: Plan, top: float) -> float:
    """Writes the steps below the board. Returns the y of their end."""
    y = top
    for count, step in enumerate(plan.steps, 1):
        svg.text(_LEFT - 40, y, f"{count}. {step.title}", 17, fill="#8a3324")
        y += 24
        words = [f"{ref} ({_places(plan, ref)})" for ref in step.parts]
        for row in _text_rows("Put in: " + ", ".join(words) + ".", 170):
            svg.text(_LEFT - 20, y, row, 13.5)
            y += 20
        x = _LEFT - 20
        svg.text(x, y, "Wires:", 13.5)
        x += 60
        for wire in step.wires:
            svg.line([(x, y), (x + 26, y)], _COLOURS[wire.colour], 5)
            svg.text(x + 32, y, f"{name_of(wire.start)} to {name_of(wire.end)}", 13.5)
            x += 150
        y += 20
        for row in _text_rows("Then: " + step.check, 170):
            svg.text(_LEFT - 20, y, row, 13.5, fill="#1d5c36")
            y += 20
        y += 12
    return y


def _places(plan: Plan, ref: str) -> str:
    """Returns the holes of a part in a builder's notation."""
    if ref == "U1":
        return "pin 1 in 1c, USB at the left"
    pins = {pin: name_of(hole) for (of, pin), hole in plan.holes.items() if of == ref}
    if not pins:
        return "its two wires into OUT+ and OUT- of the amplifier"
    part = plan.circuit.part(ref)
    plain = len(pins) == 2 and not part.kind.plus
    each = [hole if plain else f"{pin} {hole}" for pin, hole in pins.items()]
    value = f"{part.value}, " if part.kind.name in ("R", "C", "C_Polarized") else ""
    return value + ", ".join(each)


def draw(plan: Plan) -> Svg:
    """Returns the picture."""
    svg = Svg(_LEFT * 2 + (COLUMNS - 1) * _STEP, 0)
    svg.text(30, 34, "Question Block on a breadboard, for an evening", 24)
    _board(svg)
    names = Svg(0, 0)  # of the parts, drawn over the wires
    _small(svg, names, plan)
    _pico(svg, plan)
    _module(svg, plan)
    for count, wire in enumerate(plan.wires()):
        _wire(svg, wire, 0.09 + 0.05 * (count % 3))
    svg.items += names.items
    end = _steps(svg, plan, _TOP + 18 * _STEP + 190)
    legs.draw(svg, _LEFT - 40, end + 6, [plan.circuit.part("LED1")])
    words = "The evening path leaves out cells, load and plug (" + ", ".join(plan.left_out) + ")."
    svg.text(_LEFT + 260, end + 40, words, 13.5)
    svg.text(_LEFT + 260, end + 62, "Each wire is named by its two holes: column and row.", 13.5)
    svg.height = end + legs.HIGH
    background = f'<rect width="{svg.width:.0f}" height="{svg.height:.0f}" fill="#ffffff"/>'
    svg.items.insert(0, background)
    return svg


def make(folder: Path) -> None:
    """Writes ``breadboard.svg`` and its PNG. Raises ValueError if the plan is wrong."""
    plan = read()
    if found := faults(plan):
        raise ValueError(" ".join(found))
    draw(plan).save(folder / "breadboard.svg")
