"""The rows of the table, whether they meet their targets, and how they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import isfinite

Pair = tuple[float, float]  # times without and with flash cache misses: columns a and b


@dataclass(frozen=True)
class Row:
    """One measured figure, as a row of the table.

    Args:
        what: name of the measured figure.
        unit: its unit.
        ours: columns a and b, which are the same without a flash cache.
        peer: the same for the other project, or None.
        target: the targets for a and b, or None.
        at_least: whether the value must not be below the target. Otherwise it must not be above
            it.
        wall: whether it is measured in real time. Such a row is only information and cannot fail.
    """

    what: str
    unit: str
    ours: Pair
    peer: Pair | None = None
    target: Pair | None = None
    at_least: bool = False
    wall: bool = False

    @property
    def met(self) -> bool | None:
        """True if both columns meet the target, or None without a target."""
        if self.target is None:
            return None
        pairs = zip(self.ours, self.target, strict=True)
        return all(ours >= goal if self.at_least else ours <= goal for ours, goal in pairs)

    @property
    def ratio(self) -> Pair | None:
        """The other project's value divided by ours, a and b."""
        if self.peer is None or 0 in self.ours:
            return None
        return self.peer[0] / self.ours[0], self.peer[1] / self.ours[1]


def clocked(
    what: str,
    unit: str,
    ours: Pair | float,
    target: float | None = None,
    peer: float | None = None,
) -> Row:
    """Returns a row measured in this computer's time. A single value is in both columns."""
    pair = ours if isinstance(ours, tuple) else (ours, ours)
    goal, other = (None if each is None else (each, each) for each in (target, peer))
    return Row(what, unit, pair, other, goal, at_least=unit.endswith("/s"), wall=True)


def all_met(rows: Sequence[Row]) -> bool:
    """Returns whether no row in emulated time misses its target."""
    return all(row.met is not False or row.wall for row in rows)


def as_data(rows: Sequence[Row]) -> list[dict[str, object]]:
    """Returns the rows for JSON. Infinity becomes None, because JSON has no number for it."""
    return [
        {
            **asdict(row),
            "ours": _finite(row.ours),
            "peer": _finite(row.peer),
            "ratio": _finite(row.ratio),
            "met": row.met,
        }
        for row in rows
    ]


def _finite(pair: Pair | None) -> list[float | None] | None:
    return pair and [value if isfinite(value) else None for value in pair]


def _number(value: float) -> str:
    if not isfinite(value):
        return "never"
    if value == int(value) or value >= 1000:
        return f"{value:.0f}"
    return f"{value:.2f}" if value < 100 else f"{value:.1f}"


def _pair(pair: Pair | None, mark: str = "") -> str:
    if pair is None:
        return "-"
    first, second = (mark + _number(value) for value in pair)
    return first if first == second else f"{first} / {second}"


def _verdict(row: Row) -> str:
    if row.met is None:
        return ""
    return "ok" if row.met else "slow" if row.wall else "MISSED"


def text(rows: Sequence[Row], peer: str) -> str:
    """Returns the table, a line for each row. ``peer`` is the title of the other column."""
    head = ("", "unit", "target (a / b)", "ours (a / b)", peer, "peer / ours", "")
    lined = [head, *map(cells, rows)]
    widths = [max(len(line[column]) for line in lined) for column in range(len(head))]
    lines = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lined]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])


def cells(row: Row) -> tuple[str, ...]:
    """Returns a row's cells: name, unit, target, our value, the other's value, ratio, verdict."""
    sign = ">= " if row.at_least else "<= "
    target = "-" if row.target is None else sign + _pair(row.target)
    numbers = (target, _pair(row.ours), _pair(row.peer), _pair(row.ratio))
    return (row.what, row.unit, *numbers, _verdict(row))
