"""Draws a terminal's screen as an SVG. Textual's own SVG would load its font from the network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

from rich.segment import Segment
from rich.style import Style
from textual.app import App

from pingblock.common.screen_colours import GROUND, INK

CELL_WIDTH, CELL_HEIGHT, BASELINE = 9, 18, 14
FONT = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"


def svg(face: App[None]) -> str:
    """Returns the screen of a running ``face`` as an SVG."""
    width, height = face.size
    size = f"{width * CELL_WIDTH} {height * CELL_HEIGHT}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
    head += f'font-family="{FONT}" font-size="15" shape-rendering="crispEdges">'
    ground = f'<rect width="100%" height="100%" fill="{GROUND}"/>'
    rows = [part for y in range(height) for part in _row(face, y)]
    return "\n".join([head, ground, *rows, "</svg>", ""])


def _row(face: App[None], y: int) -> Iterator[str]:
    x = 0
    strip: Any = face.screen._compositor.render_strips()[y]
    for segment in Segment.simplify(strip):
        if segment.cell_length:
            yield from _segment(segment, x, y)
        x += segment.cell_length


def _segment(segment: Segment, x: int, y: int) -> Iterator[str]:
    fore, back = _colours(segment.style or Style())
    count = segment.cell_length
    yield _rect(x, y * CELL_HEIGHT, count, back)
    if segment.text.strip():
        bold = ' font-weight="bold"' if segment.style and segment.style.bold else ""
        at = f'x="{x * CELL_WIDTH}" y="{y * CELL_HEIGHT + BASELINE}"'
        length = f'textLength="{count * CELL_WIDTH}" xml:space="preserve"'
        yield f'<text {at} {length} fill="{fore}"{bold}>{escape(segment.text)}</text>'


def _rect(x: int, top: int, cells: int, fill: str) -> str:
    place = f'x="{x * CELL_WIDTH}" y="{top}" width="{cells * CELL_WIDTH}" height="{CELL_HEIGHT}"'
    return f'<rect {place} fill="{fill}"/>' if fill != GROUND else ""


def _colours(style: Style) -> tuple[str, str]:
    fore = style.color.get_truecolor().hex if style.color else INK
    back = style.bgcolor.get_truecolor().hex if style.bgcolor else GROUND
    return (back, fore) if style.reverse else (fore, back)
