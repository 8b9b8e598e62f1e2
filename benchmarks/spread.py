"""Summary of the values of a measurement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Spread:
    """Minimum, median and maximum of measured values, and the number of lost ones."""

    low: float
    middle: float
    high: float
    lost: int


def spread(values: Sequence[float | None]) -> Spread:
    """Returns the summary of ``values``. None means a press without a sound.

    If all presses are lost, the three numbers are infinite.
    """
    found = [value for value in values if value is not None]
    lost = len(values) - len(found)
    if not found:
        return Spread(float("inf"), float("inf"), float("inf"), lost)
    return Spread(min(found), median(found), max(found), lost)
