"""Pictures for beginners as SVG: the Pico with its wires, and tools for all pictures."""

from __future__ import annotations

from tools.hardware.model import Circuit
from tools.hardware.svg import Svg

_WIRES = (
    "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#17becf",
    "#bcbd22", "#3a5fcd", "#b8860b", "#008b8b",
)  # fmt: skip
_GROUND, _PICO = "#222222", "#2e7d4f"
_FIXED = {"GND": _GROUND, "VSYS": "#d62728", "SERVO_PLUS": "#d62728", "LEVER": "#bcbd22"}
_FIXED |= {"SERVO_SUPPLY": "#1f77b4", "SUPPLY_ON": "#1f77b4", "SERVO": "#2ca02c", "SAG": "#9467bd"}
_FIXED |= {"SERVO_SIGNAL": "#ff7f0e"}  # as in the servo's cable


def colours_of(circuit: Circuit) -> dict[str, str]:
    """Returns net -> colour. Ground is dark, and only the supply is red."""
    others = [net for net in circuit.nets if net not in _FIXED]
    fixed = {net: colour for net, colour in _FIXED.items() if net in circuit.nets}
    free = [colour for colour in _WIRES if colour not in fixed.values()]
    # With few colours, neighbours would be equal.
    some = free if len(others) < 2 * len(free) else _WIRES
    return {**fixed, **{net: some[at % len(some)] for at, net in enumerate(others)}}


def _ends(circuit: Circuit, net: str, but: str = "") -> str:
    """Returns the pins of a net in a builder's notation."""
    pins = [(ref, pin) for ref, pin in circuit.pins_of(net) if ref != but]
    words = []
    for ref, pin in pins:
        part = circuit.part(ref)
        plain = pin in ("1", "2") and len(part.kind.pins) == 2
        if part.kind.name == "Link_6":
            words.append(f"{ref} contact {part.kind.pin(pin).number} ({pin})")
        else:
            words.append(f"{ref} {part.value}" if plain else f"{ref} {pin}")
    return " · ".join(words)


def wiring(circuit: Circuit) -> Svg:
    """Returns the wiring picture: ends of each wire, and the Pico's pins in their real order."""
    colours = colours_of(circuit)
    has_pico = any(part.ref == "U1" for part in circuit.parts)
    shown = {net for net, ref, _ in circuit.connections() if ref == "U1"} - {"GND"}
    others = [net for net in circuit.nets if net not in shown]
    top = 70 + (20 * 30 + 50 if has_pico else 0)
    svg = Svg(1240, top + 34 * len(others) + 90)
    svg.items.append(f'<rect width="{svg.width}" height="{svg.height}" fill="#ffffff"/>')
    svg.text(24, 30, f"{circuit.title}: where each wire goes", 20)
    if has_pico:
        _pico(svg, circuit, colours)
        svg.text(24, 60, "The Pico joins its pins of ground: solder one, as in the cut list.", 12)
    svg.text(24, top, "Between the parts", 15)
    for at, net in enumerate(others):
        y = top + 34 + 34 * at + (20 if at else 0)  # because ground has three rows
        svg.text(190, y, net, 12, "end", colours[net])
        svg.line([(200, y), (250, y)], colours[net], 5)
        ends = _ends(circuit, net)
        for row, piece in enumerate(_rows(ends, 118)):
            svg.text(262, y + row * 15 - (7 if len(ends) > 118 else 0), piece, 12)
    return svg


def _rows(text: str, most: int) -> list[str]:
    """Returns a text in rows of at most ``most`` letters, broken at its dots."""
    rows = [""]
    for word in text.split(" · "):
        joined = f"{rows[-1]} · {word}" if rows[-1] else word
        if len(joined) > most:
            rows.append(word)
        else:
            rows[-1] = joined
    return rows


def _pico(svg: Svg, circuit: Circuit, colours: dict[str, str]) -> None:
    """Draws the Pico from above, USB at the top, with a wire and its ends at each used pin."""
    x, y, width = 560.0, 80.0, 120.0
    svg.box(x, y - 14, width, 20 * 30 + 20, _PICO, "#1d4d33")
    svg.box(x + 40, y - 26, 40, 24, "#bfbfbf")
    svg.text(x + 60, y + 10, "Pico", 14, "middle", "#ffffff")
    svg.text(x + 60, y + 26, "from above", 9, "middle", "#ffffff")
    for pin in circuit.part("U1").kind.pins:
        at = int(pin.number)
        left = at <= 20
        row = y + 10 + 30 * (at - 1 if left else 40 - at)
        edge = x if left else x + width
        side = -1 if left else 1
        net = circuit.net_of("U1", pin.name)
        svg.dot(edge + side * -7, row, 5, "#e8c35a")
        name = pin.name.rstrip("0123456789") if pin.name.startswith("GND") else pin.name
        svg.text(edge - side * 16, row, name, 9, "start" if left else "end", "#ffffff")
        if not net:
            svg.text(edge + side * 8, row, str(at), 9, "end" if left else "start", "#aaaaaa")
            continue
        end = edge + side * 60
        svg.line([(edge + side * -7, row), (end, row)], colours[net], 4)
        text = "ground" if net == "GND" else _ends(circuit, net, "U1")
        svg.text(end + side * 8, row, text, 12, "end" if left else "start", colours[net])
        svg.text(edge + side * 30, row - 9, str(at), 9, "middle", "#777777")
