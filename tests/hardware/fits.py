"""Measures overlaps of one moved part with all parts that stay."""

from dataclasses import replace
from functools import cache

import build123d as b
from tools.hardware import parts, solids

# Sizes that differ between makers, and of which the design fits each value
ANY = [
    (part.key, name, way)
    for part in parts.every().values()
    for name, figure in part.figures.items()
    for way in (-1, 1)
    if figure.status == "any" and part.key != "npn"  # its legs are cut by the builder
]


def at_an_end(monkeypatch, key, name, way):
    """Gives a part the least (-1) or the greatest (1) value of a size."""
    figures = parts.read(key).figures
    figure = figures[name]
    exact = replace(figure, value=figure.value + way * figure.tolerance, tolerance=0.0)
    monkeypatch.setitem(figures, name, exact)


@cache
def printed_of(enclosure):
    """Returns the printed parts of block or base. They take seconds, so all files share them."""
    return enclosure.parts()


def in_the_way(moved, others):
    """Returns name -> mm3 of the overlap of a moved solid."""
    common = {name: solids.overlap_mm3(moved, other) for name, other in others.items()}
    return {name: round(size, 2) for name, size in common.items() if size > 0.05}


def around(places, others):
    """Returns the parts of the other solids that are near the given places of moved solids.

    There the overlaps are the same, but each is found faster.
    """
    boxes = [place.bounding_box() for place in places]
    low = [min(getattr(box.min, axis) for box in boxes) - 1 for axis in "XYZ"]
    high = [max(getattr(box.max, axis) for box in boxes) + 1 for axis in "XYZ"]
    size = [end - start for start, end in zip(low, high, strict=True)]
    space = b.Pos(*low) * b.Box(*size, align=[b.Align.MIN] * 3)
    near = {name: other & space for name, other in others.items()}
    return {name: part for name, part in near.items() if part}
