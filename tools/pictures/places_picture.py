"""Draws the three places where the firmware runs, for CONTRIBUTING.md.

``python -m tools.pictures.places_picture`` draws it into ``docs/three_places.png``.
"""

from __future__ import annotations

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from pingblock.common.firmware import firmware_dir

OUT = firmware_dir().parent / "docs" / "three_places.png"
SIZE_IN, DPI = (9.0, 5.55), 100
SOURCE, DESK, CHIP, BOARD, PARTS, BENCH = (
    "#fdf3d7",
    "#dcebdd",
    "#dbe7f3",
    "#f3dfdc",
    "#eeeeee",
    "#e7e0f0",
)
# for each box: (left, bottom, width, height) in units of the picture, title, text, colour
BOXES = (
    (
        (0.3, 5.9, 11.4, 1.3),
        "firmware/",
        "main.py, start.py and the package pingware: the same sources in all three places",
        SOURCE,
    ),
    (
        (0.3, 3.4, 3.6, 1.8),
        "desk",
        "MicroPython for Linux or macOS,\nsimulated machine and rp2,\nvirtual time",
        DESK,
    ),
    (
        (4.2, 3.4, 3.6, 1.8),
        "chip",
        "the real MicroPython image\non an emulated RP2040:\nDMA, flash, memory, timing",
        CHIP,
    ),
    (
        (8.1, 3.4, 3.6, 1.8),
        "board",
        "a Raspberry Pi Pico,\nreal buttons, speaker,\nservo and cells",
        BOARD,
    ),
    (
        (0.3, 1.7, 7.5, 1.1),
        "virtual/parts/",
        "models of button, lever, speaker, light, servo, cells: shared by desk and chip",
        PARTS,
    ),
    (
        (0.3, 0.2, 7.5, 1.1),
        "Bench",
        "press(), pull_lever(), set_battery(), audio(), servo(): for scenarios and tests",
        BENCH,
    ),
    (
        (8.1, 0.2, 3.6, 2.6),
        "Device",
        "commands and scripts:\nJSON lines over USB serial, or\nthe virtual port of desk and chip",
        BENCH,
    ),
)
# for each arrow: from and to
ARROWS = (
    ((2.1, 5.9), (2.1, 5.2)),
    ((6.0, 5.9), (6.0, 5.2)),
    ((9.9, 5.9), (9.9, 5.2)),
    ((2.1, 3.4), (2.1, 2.8)),
    ((6.0, 3.4), (6.0, 2.8)),
    ((4.0, 1.7), (4.0, 1.3)),
    ((9.9, 2.8), (9.9, 3.4)),
)
STEPS = ("as they are", "joined and compiled", "joined and compiled")


def draw() -> Figure:
    """Returns the picture."""
    figure = Figure(SIZE_IN, DPI)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, 12)
    axes.set_ylim(0, 7.4)
    axes.axis("off")
    for place, title, text, colour in BOXES:
        left, bottom, width, height = place
        _box(axes, place, colour)
        middle = left + width / 2
        axes.text(middle, bottom + height - 0.15, title, ha="center", va="top", weight="bold")
        axes.text(middle, bottom + height - 0.58, text, ha="center", va="top", fontsize=9)
    for start, end in ARROWS:
        axes.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "color": "#444444"})
    for step, x in zip(STEPS, (2.2, 6.1, 10.0), strict=True):
        axes.text(x, 5.55, step, fontsize=8, color="#444444", va="center")
    return figure


def _box(axes: Axes, place: tuple[float, float, float, float], colour: str) -> None:
    left, bottom, width, height = place
    style = "round,pad=0,rounding_size=0.12"
    axes.add_patch(
        FancyBboxPatch((left, bottom), width, height, style, facecolor=colour, edgecolor="#777777")
    )


def main(out: Path = OUT) -> None:
    """Draws the picture into a file."""
    out.parent.mkdir(exist_ok=True)
    draw().savefig(out)


if __name__ == "__main__":
    main()
