"""Picture of the two changes on the amplifier module, drawn from the maker's own coordinates."""

from __future__ import annotations

from pathlib import Path

from tools.hardware import parts
from tools.hardware.svg import Svg

_PX = 26.0  # px per millimetre
_TOP = 110.0
_LEFT, _GAP = 60.0, 130.0
_BOARD, _PAD, _PART, _CUT, _DARK = "#2f5aa8", "#e8c35a", "#222222", "#d62728", "#112244"
# Adafruit PAM8302.brd, mm: middle and size of parts, and the track on the back from A- to VR1.
_PARTS = {
    "R3": (6.35, 4.572, 1.4, 2.2),
    "C3": (8.128, 3.81, 1.4, 2.2),
    "VR1": (7.62, 12.7, 3.1, 3.1),
    "U1": (10.795, 5.08, 3.0, 3.0),
}
_TRACK = ((3.048, 10.16), (6.604, 13.716), (7.366, 13.716))


def draw() -> Svg:
    """Returns front and back of the module, side by side."""
    module = parts.read("amplifier")
    wide, high = module.mm("length"), module.mm("width")
    svg = Svg(2 * wide * _PX + 2 * _LEFT + _GAP, high * _PX + _TOP + 70)
    svg.items.append(f'<rect width="{svg.width:.0f}" height="{svg.height:.0f}" fill="#ffffff"/>')
    svg.text(_LEFT, 30, "Two changes on the amplifier module before it goes in", 20)
    for back in (False, True):
        _side(svg, module, back, wide, high)
    return svg


def _side(svg: Svg, module: parts.Bought, back: bool, wide: float, high: float) -> None:
    left = _LEFT + back * (wide * _PX + _GAP)

    def at(x: float, y: float) -> tuple[float, float]:
        across = wide - x if back else x
        return left + across * _PX, _TOP + (high - y) * _PX

    title = "2. Back: cut this track, twice" if back else "1. Front: remove R3"
    svg.text(left, 80, title, 17, fill=_CUT)
    svg.box(left, _TOP, wide * _PX, high * _PX, _BOARD, _DARK)
    for leg in module.pins:
        x, y = at(*module.at_mm(leg.name))
        svg.dot(x, y, 21 if len(leg.name) < 4 else 26, _PAD)
        svg.dot(x, y, 12, "#ffffff")
        outside = leg.at_mm is not None and leg.at_mm[0] > 12
        towards = (1 if outside else -1) * (-1 if back else 1)
        svg.text(
            x + towards * (56 if outside else 40),
            y - 20 if outside else y - 24,
            leg.name,
            15,
            "middle",
            "#ffffff",
        )
    if back:
        points = [at(*place) for place in _TRACK]
        svg.line(points, _PAD, 9)
        svg.dot(*points[-1], 8, _PAD)
        for share in (0.45, 0.58):
            x = points[0][0] + share * (points[1][0] - points[0][0])
            y = points[0][1] + share * (points[1][1] - points[0][1])
            svg.line([(x - 16, y + 14), (x + 16, y - 14)], _CUT, 6)
        svg.text(left, _TOP + high * _PX + 28, "then A- to A+: more than 1 MOhm (was 10 kOhm)", 15)
        return
    for name, (x_mm, y_mm, w_mm, h_mm) in _PARTS.items():
        x, y = at(x_mm - w_mm / 2, y_mm + h_mm / 2)
        svg.box(x, y, w_mm * _PX, h_mm * _PX, _PART, "#cccccc")
        above = -22 if name == "R3" else h_mm * _PX / 2
        svg.text(x + w_mm * _PX / 2, y + above, name, 15, "middle", "#ffffff")
    x, y = at(6.35, 4.572)
    svg.line([(x - 26, y - 38), (x + 26, y + 38)], _CUT, 6)
    svg.line([(x - 26, y + 38), (x + 26, y - 38)], _CUT, 6)
    svg.text(left, _TOP + high * _PX + 28, "then SD to Vin: more than 1 MOhm (was 10 kOhm)", 15)
    svg.text(left, _TOP + high * _PX + 50, "VR1: fully clockwise, and left there", 15)


def make(folder: Path) -> None:
    """Writes ``amplifier_steps.svg`` and its PNG."""
    draw().save(folder / "amplifier_steps.svg")
