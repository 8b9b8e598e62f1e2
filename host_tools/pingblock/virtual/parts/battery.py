"""The cells, their diode and their loads. The model gives the voltage VSYS at any time.

Revision A: the cells feed VSYS through D1, a Schottky diode. When USB is plugged in, it feeds VSYS
through the Pico's own diode. A single cell is behind a boost converter. The figures are not read
from the firmware's power budget, because this model checks it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt

from pingblock.common.cells import CHEMISTRIES as CHEMISTRIES
from pingblock.common.cells import USED
from pingblock.common.cells import Cell as Cell
from pingblock.errors import BadInput
from pingblock.virtual.parts.pico_power import AWAKE

USB_MV = 5000.0
USB_OHM = 0.35  # a short cable with its plugs, 0.25, plus the slope of the diode
USB_DIODE_MV = 300.0  # The Pico's own diode. Its slope is part of USB_OHM.
# D1, 1N5817: figures of the public spice model (hardware/parts/diode.toml), as in the simulation.
DIODE_SATURATION_MA, DIODE_NVT_MV, DIODE_OHM = 0.0317, 1.373 * 25.865, 0.051
_DIODE_STEPS = 6  # iterations until the result is exact to 0.1 mV
BOOST_MV = 5000.0
BOOST_MIN_CELL_MV = 800.0
BOOST_EFFICIENCY = 0.85
BROWN_OUT_MV = 1800.0
RECOVERY_MV = 1900.0
PICO_MW = AWAKE.power_mw

PRESETS: Mapping[str, Cell] = {
    "fresh": USED[100],
    "worn": USED[25],
    "demo": CHEMISTRIES["demo"],
    "flat": USED[0],
}
FRESH_PACK = (PRESETS["fresh"],) * 3


def under_power(open_mv: float, ohm: float, load_mw: float) -> float:
    """Returns the voltage in mV under a constant-power load of ``load_mw``, or 0 if it collapses.

    From V = E - I R and P = I V. A constant-power load draws more current as the voltage falls, so
    above P = E * E / 4 R there is no stable voltage.
    """
    root = open_mv * open_mv - 4 * ohm * load_mw * 1000
    return (open_mv + sqrt(root)) / 2 if root > 0 else 0.0


def diode_mv(current_ma: float) -> float:
    """Returns the voltage drop of D1 in mV at a current of 0 mA or more."""
    return DIODE_NVT_MV * log(1 + current_ma / DIODE_SATURATION_MA) + DIODE_OHM * current_ma


def _loaded_mv(open_mv: float, ohm: float, load_mw: float, siemens: float) -> float:
    share = 1 + ohm * siemens
    return under_power(open_mv / share, ohm / share, load_mw)


class BatteryModel:
    """A pack of 1 to 4 cells and the USB supply."""

    def __init__(self, cells: Sequence[Cell] = FRESH_PACK) -> None:
        self.plugged = True
        self.fit(cells)

    def fit(self, cells: Sequence[Cell]) -> None:
        """Fits new cells. Raises BadInput unless there are 1 to 4."""
        if not 1 <= len(cells) <= 4:
            raise BadInput(f"A battery has 1 to 4 cells, not {len(cells)}.")
        self.cells = tuple(cells)
        self._open_mv = sum(cell.open_mv for cell in self.cells)
        self._ohm = sum(cell.ohm for cell in self.cells)
        self.drawn_mah = 0.0

    def cell_mv(self, load_mw: float, siemens: float = 0.0) -> float:
        """Returns a single cell's voltage under this load in mV, or 0 for several cells."""
        if len(self.cells) > 1:
            return 0.0
        boosted_mw = load_mw + siemens * BOOST_MV * BOOST_MV / 1000
        drawn_mw = 0.0 if self.plugged else boosted_mw / BOOST_EFFICIENCY
        return under_power(self.cells[0].open_mv, self._ohm, drawn_mw)

    def drain(self, for_us: float, load_mw: float, siemens: float = 0.0) -> None:
        """Adds the charge that each cell gives under this load in ``for_us`` to ``drawn_mah``.

        The cells' voltages do not change. To simulate used cells, call ``fit``.
        """
        vsys_mv = 0.0 if self.plugged else self.vsys_mv(load_mw, siemens)
        if not vsys_mv:
            return
        drawn_ma = load_mw * 1000 / vsys_mv + siemens * vsys_mv
        if len(self.cells) == 1:
            drawn_ma *= vsys_mv / BOOST_EFFICIENCY / self.cell_mv(load_mw, siemens)
        self.drawn_mah += drawn_ma * for_us / 3.6e9

    def vsys_mv(self, load_mw: float, siemens: float = 0.0) -> float:
        """Returns the supply voltage of the Pico, the amplifier and the servo.

        Args:
            load_mw: loads of constant power in mW, 0 or more.
            siemens: loads that behave like resistors, in A/V, 0 or more. With such loads, the pack
                acts like a pack with a lower voltage and resistance (Thevenin).

        Returns:
            The voltage in mV, or 0 if it collapses.
        """
        if self.plugged:
            return _loaded_mv(USB_MV - USB_DIODE_MV, USB_OHM, load_mw, siemens)
        if len(self.cells) == 1:
            carried = self.cell_mv(load_mw, siemens) >= BOOST_MIN_CELL_MV
            return BOOST_MV if carried else 0.0
        open_mv, ohm = self._open_mv, self._ohm
        left_mv = _loaded_mv(open_mv, ohm, load_mw, siemens)
        for _ in range(_DIODE_STEPS):
            if not left_mv:
                return 0.0
            drop_mv = diode_mv(load_mw * 1000 / left_mv + siemens * left_mv)
            left_mv = _loaded_mv(max(0.0, open_mv - drop_mv), ohm, load_mw, siemens)
        return left_mv
