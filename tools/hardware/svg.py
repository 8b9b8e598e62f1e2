"""An SVG picture, and the PNG next to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

from tools.hardware.schematic import few_colours, png


@dataclass
class Svg:
    """An unfinished SVG picture. Args: width, height: px."""

    width: float
    height: float
    items: list[str] = field(default_factory=list)

    def box(self, x: float, y: float, w: float, h: float, fill: str, stroke: str = "#555") -> None:
        """Draws a rectangle with round corners."""
        self.items.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="4" '
            f'fill="{fill}" stroke="{stroke}"/>'
        )

    def line(self, points: list[tuple[float, float]], colour: str, width: float = 3.0) -> None:
        """Draws a wire along points."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.items.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"/>'
        )

    def dot(self, x: float, y: float, r: float, fill: str) -> None:
        """Draws a filled circle."""
        self.items.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" fill="{fill}"/>')

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        anchor: str = "start",
        fill: str = "#222",
        halo: str = "none",
    ) -> None:
        """Writes text. Its middle is at y."""
        self.items.append(
            f'<text x="{x:.1f}" y="{y + size * 0.35:.1f}" font-size="{size}" '
            f'text-anchor="{anchor}" fill="{fill}" stroke="{halo}" stroke-width="3" '
            f'paint-order="stroke" stroke-linejoin="round">{escape(text)}</text>'
        )

    def save(self, path: Path) -> None:
        """Writes the picture as SVG, and as PNG next to it."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" '
            f'height="{self.height:.0f}" font-family="DejaVu Sans, sans-serif">'
        )
        path.write_text("\n".join([head, *self.items, "</svg>\n"]), encoding="utf-8")
        png(path, path.with_suffix(".png"), round(self.width * 1.4))
        few_colours(path.with_suffix(".png"), 200)
