"""Judges the cells from two voltages, without and with a known load. Pure.

Open voltage alone misleads: a worn or demonstration cell reads as new until it has to work. The
load is a resistor at VSYS; behind a boost converter it draws constant power. Verdicts do not
flap: getting better takes ``HYSTERESIS_MV`` more than getting worse.
"""

from collections import namedtuple

from pingware.shared import cells
from pingware.shared.power_budget import PICO_MW

VERDICTS = ("good", "fair", "replace_soon", "stop")
GOOD, FAIR, REPLACE_SOON, STOP = VERDICTS

HYSTERESIS_MV = 30  # a cell; about ten times the noise of a measurement
DEMO_MILLIOHM = 1000  # a cell
DEMO_OVER_MILLIOHM = 800  # once warned about, until below this
UNSTEADY_MV = 60  # under load the voltage cannot rise more than this, beyond the spreads
# The load may draw this much: three demonstration cells of 5 ohm each still carry it, while
# 1 W would pull their supply down and restart the device.
LOAD_MAX_MW = 120
# Emptier cells than this above "stop" might not even carry that: judged without a load.
LOADABLE_MARGIN_MV = 100
# A diode has the slope nVt / I, 35 mV over the mean of both currents: 1 ohm, as two cells or more.
_TWICE_NVT_NV = 70_000_000

FAULTS = {
    "battery_on_usb": "The batteries cannot be tested while USB powers the device.",
    "battery_no_reading": "The batteries cannot be measured: check the wire to the sense pin.",
    "battery_absurd": "The voltage doesn't fit the batteries you chose: check the setting cells.",
    "battery_unsteady": "The voltage changed during the test: check the contacts and test again.",
}

# Voltages and resistance are the whole pack's; fault: None or a key of FAULTS, and then the
# verdict and demo_cell are those of the last good test.
Check = namedtuple("Check", ("open_mv", "loaded_mv", "milliohm", "verdict", "demo_cell", "fault"))


class Battery:
    """The cells' judge, with its memory.

    Args:
        kind: key of ``cells.PACKS``.
    """

    def __init__(self, kind: str) -> None:
        self.pack = cells.PACKS[kind]
        self._level: int | None = None  # index into VERDICTS, None before the first test
        self._demo_cell = False

    @property
    def verdict(self) -> str:
        """The latest verdict; "good" before the first test."""
        return VERDICTS[self._level or 0]

    def may_load(self, open_reading: tuple[int, int]) -> bool:
        """Says whether the cells can bear the load; if not, ``check`` without one.

        Args:
            open_reading: (mv, spread_mv) at the sense pin, without load.

        Returns:
            bool.
        """
        cell_mv: int = self._pack_mv(open_reading) // self.pack.count
        least_mv: int = self.pack.soon_mv + LOADABLE_MARGIN_MV
        return cell_mv >= least_mv

    def check(
        self,
        open_reading: tuple[int, int],
        loaded_reading: tuple[int, int],
        load_mw: int,
        on_usb: bool = False,
    ) -> Check:
        """Judges one test.

        Args:
            open_reading: (mv, spread_mv) at the sense pin, ints, without load.
            loaded_reading: the same under load.
            load_mw: what the load drew from the supply in addition, int, mW. With 0 (no load)
                the open reading alone counts and makes no verdict better.
            on_usb: bool, USB feeds the device, so that nothing is known about the cells.

        Returns:
            Check.
        """
        loaded_reading = loaded_reading if load_mw else open_reading
        fault = "battery_on_usb" if on_usb else self._fault(open_reading, loaded_reading)
        open_mv, loaded_mv = self._pack_mv(open_reading), self._pack_mv(loaded_reading)
        milliohm = 0 if fault else self._milliohm(open_mv, loaded_mv, load_mw)
        if 0 < load_mw <= LOAD_MAX_MW // 2:  # the cells bear no more: what the full load would do
            loaded_mv = open_mv - (open_mv - loaded_mv) * LOAD_MAX_MW // load_mw
        if not fault:
            count = self.pack.count
            self._judge(loaded_mv // count, load_mw > 0)
            self._suspect_demo_cell(open_mv // count, milliohm // count, load_mw)
        return Check(open_mv, loaded_mv, milliohm, self.verdict, self._demo_cell, fault)

    def _pack_mv(self, reading: tuple[int, int]) -> int:
        drop_mv: int = self.pack.drop_mv
        return reading[0] + drop_mv

    def _fault(self, open_reading: tuple[int, int], loaded_reading: tuple[int, int]) -> str | None:
        sensed_min_mv = cells.SENSED_MIN_MV[self.pack.pin]
        if min(open_reading[0], loaded_reading[0]) < sensed_min_mv:
            return "battery_no_reading"
        if self._pack_mv(open_reading) > cells.CELL_MAX_MV * self.pack.count:
            return "battery_absurd"
        allowed_mv = UNSTEADY_MV + open_reading[1] + loaded_reading[1]
        return "battery_unsteady" if loaded_reading[0] - open_reading[0] > allowed_mv else None

    def _milliohm(self, open_mv: int, loaded_mv: int, load_mw: int) -> int:
        """Returns the pack's resistance: the loss of voltage over the gain of current.

        The Pico loads the cells during both measurements. The diode's slope is taken out.
        """
        before_ua = self._current_ua(open_mv, PICO_MW)
        after_ua = self._current_ua(loaded_mv, PICO_MW + load_mw)
        lost_mv = max(0, open_mv - loaded_mv)
        diode = _TWICE_NVT_NV // (before_ua + after_ua) if self.pack.drop_mv else 0
        return max(0, lost_mv * 1_000_000 // max(1, after_ua - before_ua) - diode)

    def _current_ua(self, pack_mv: int, power_mw: int) -> int:
        sensed_mv: int = max(1, pack_mv - self.pack.drop_mv)
        efficiency_pct: int = self.pack.efficiency_pct
        return power_mw * 100_000_000 // (efficiency_pct * sensed_mv)

    def _judge(self, cell_mv: int, loaded: bool) -> None:
        worst = self._level_of(cell_mv)
        if self._level is None:
            self._level = worst
        best = self._level_of(cell_mv - HYSTERESIS_MV) if loaded else self._level
        self._level = max(worst, min(self._level, best))

    def _suspect_demo_cell(self, open_cell_mv: int, milliohm: int, load_mw: int) -> None:
        """Suspects cells that look fresh and resist; without a load their resistance is as before,
        but flat cells are flat, whatever they were."""
        limit, fresh_mv = DEMO_MILLIOHM, self.pack.fresh_mv
        if self._demo_cell:
            limit, fresh_mv = DEMO_OVER_MILLIOHM, fresh_mv - HYSTERESIS_MV
        resists = milliohm > limit if load_mw else self._demo_cell
        self._demo_cell = open_cell_mv >= fresh_mv and resists

    def _level_of(self, cell_mv: int) -> int:
        floors = (self.pack.good_mv, self.pack.fair_mv, self.pack.soon_mv)
        return len([floor for floor in floors if cell_mv < floor])


def event(check: Check) -> dict[str, object]:
    """Returns a Check as the link's message, dict; with the key "fault" only if there is one."""
    message = {
        "event": "battery",
        "open_mv": check.open_mv,
        "loaded_mv": check.loaded_mv,
        "milliohm": check.milliohm,
        "verdict": check.verdict,
        "demo_cell": check.demo_cell,
    }
    if check.fault:
        message["fault"] = check.fault
    return message


def show_of(check: Check) -> str:
    """Returns the name of the sound and the show of a Check without a fault, or on USB (str)."""
    if check.fault:
        return "battery_on_usb"
    return "battery_demo_cell" if check.demo_cell else "battery_" + check.verdict
