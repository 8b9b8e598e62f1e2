"""Draws a picture of a study: the winners, and the lengths of the games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pingblock.common.extras import need
from pingblock.common.output_file import written
from pingblock.errors import BadInput
from pingblock.study.games import GameRow
from pingblock.tables.tally import TALLIES

KINDS = (".png", ".svg", ".pdf")
BINS_MOST = 100


def check(path: Path) -> None:
    """Checks, before any work, that the picture can be drawn.

    Raises:
        BadInput: the file name's extension is not a known format.
        Unavailable: matplotlib is not installed.
    """
    if path.suffix.lower() not in KINDS:
        raise BadInput(f"--plot {path}: the name must end in {', '.join(KINDS)}.")
    need("matplotlib")


def edges(turns: Sequence[int]) -> list[float]:
    """Returns the edges of a histogram of whole numbers. All bins have the same width.

    Args:
        turns: at least one number.
    """
    least, most = min(turns), max(turns)
    wide = -(-(most - least + 1) // BINS_MOST)
    return [at - 0.5 for at in range(least, most + wide + 1, wide)]


def _draw_tally(axes: Any, name: str, counts: dict[str, Any]) -> None:
    """Draws a bar with its bounds for each key: spaces in the order of the board, sets by rent."""
    tally = TALLIES[name]
    keys = sorted(counts, key=_number) if tally.is_share else list(counts)
    found = [
        [tally.factor * counts[key][each] for key in keys] for each in ("value", "low", "high")
    ]
    errors = [[v - low for v, low in zip(*found[:2], strict=True)]]
    errors.append([high - v for v, high in zip(found[0], found[2], strict=True)])
    axes.bar(range(len(keys)), found[0], yerr=errors, capsize=2, color="#7a5c9e")
    axes.set_xticks(range(len(keys)), keys, rotation=90 if len(keys) > 12 else 0, fontsize=7)
    axes.set(ylabel=tally.axis)


def _number(key: str) -> int:
    """Returns the number at the beginning of a space's key. A key without a number comes last."""
    number = key.partition(" ")[0]
    return int(number) if number.isdecimal() else 1000


def draw(path: Path, title: str, found: dict[str, Any], rows: Sequence[GameRow]) -> None:
    """Draws the winners by seat with their bounds, the lengths of the games, and the tallies."""
    from matplotlib.figure import Figure

    below_them = [name for name in TALLIES if name in found]
    height = 3.6 + 3.4 * len(below_them)
    figure = Figure(figsize=(9, height), layout="constrained")
    figure.suptitle(title)
    top, *others = figure.subfigures(1 + len(below_them), 1, squeeze=False)[:, 0]
    left, right = top.subplots(1, 2)
    for place, name in zip(others, below_them, strict=True):
        _draw_tally(place.subplots(), name, found[name])
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
