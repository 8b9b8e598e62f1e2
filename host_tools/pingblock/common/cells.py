"""Kinds of cells and their remaining charge, for virtual devices and the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """A battery cell.

    Args:
        open_mv: voltage without load, 0..2000 mV.
        ohm: internal resistance, 0..1000 ohm.
    """

    open_mv: float
    ohm: float


# Typical new cells of each kind: open voltage and resistance.
CHEMISTRIES: Mapping[str, Cell] = {
    "alkaline": Cell(1580, 0.15),
    "zinc_carbon": Cell(1600, 0.9),
    "nimh": Cell(1320, 0.05),
    "demo": Cell(1500, 3.0),
}
# Alkaline cells by their remaining charge in percent. The voltage falls steeply at the beginning
# and at the end.
USED: Mapping[int, Cell] = {
    100: CHEMISTRIES["alkaline"],
    90: Cell(1480, 0.18),
    50: Cell(1330, 0.3),
    25: Cell(1250, 0.9),
    10: Cell(1110, 1.2),
    0: Cell(1000, 3.0),
}
