"""Picture of a study: who wins, and how long the games are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pingblock.common.extras import need
from pingblock.common.output_file import written
from pingblock.errors import BadInput
from pingblock.study.games import GameRow

KINDS = (".png", ".svg", ".pdf")
BINS_MOST = 100


def check(path: Path) -> None:
    """Makes sure, before any work, that the picture can be drawn.

    Raises:
        BadInput: its name ends in no kind that there is.
        Unavailable: matplotlib is not installed.
    """
    if path.suffix.lower() not in KINDS:
        raise BadInput(f"--plot {path}: the name must end in {', '.join(KINDS)}.")
    need("matplotlib")


def edges(turns: Sequence[int]) -> list[float]:
    """Returns the edges of a histogram of whole numbers: each bin has as many of them, mostly one.

    Args:
        turns: at least one number.
    """
    least, most = min(turns), max(turns)
    wide = -(-(most - least + 1) // BINS_MOST)
    return [at - 0.5 for at in range(least, most + wide + 1, wide)]


def draw(path: Path, title: str, found: dict[str, Any], rows: Sequence[GameRow]) -> None:
    """Draws winners by seat with their bounds, and the lengths of the games."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    figure.suptitle(title)
    left, right = figure.subplots(1, 2)
    shares = [each["value"] for each in found["winners"]]
    seats = [str(seat + 1) for seat in range(len(shares))]
    below = [each["value"] - each["low"] for each in found["winners"]]
    above = [each["high"] - each["value"] for each in found["winners"]]
    left.bar(seats, shares, yerr=(below, above), capsize=4, color="#d9a400")
    left.axhline(1 / len(shares), color="grey", linestyle="--", linewidth=1)
    left.set(xlabel="seat", ylabel="share of games won")
    turns = [row.turns for row in rows]
    right.hist(turns, bins=edges(turns), color="#4a7a8c")
    right.set(xlabel="turns", ylabel="games")
    right.locator_params(integer=True)
    with written(path) as place:
        figure.savefig(place, format=path.suffix.lower()[1:])
