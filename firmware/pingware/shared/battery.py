"""Judges the cells from two voltages, without and with a known load. Pure.

The open voltage is misleading, because a worn or demonstration cell looks new until it is loaded.
The load is a resistor at VSYS. Behind a boost converter it draws constant power. To keep verdicts
stable, a better one needs ``HYSTERESIS_MV`` more than a worse one.
"""

from collections import namedtuple

from pingware.shared import power_budget
from pingware.shared.device_shows import blinks, long_blinks
from pingware.shared.light_show import BLINK_MS, LONG_BLINK_MS, Show
from pingware.shared.power_budget import PICO_MW

GOOD, FAIR, REPLACE_SOON, STOP = "good", "fair", "replace_soon", "stop"
VERDICTS = (GOOD, FAIR, REPLACE_SOON, STOP)

HYSTERESIS_MV = 30  # per cell, about ten times the noise of a measurement
DEMO_MILLIOHM = 1000  # resistance of a cell
DEMO_OVER_MILLIOHM = 800  # after a warning, the warning stays until the value is below this
UNSTEADY_MV = 60  # under load the voltage must not rise more than this, beyond the spreads
# Limit of the load's power: three demonstration cells of 5 ohm each still carry it, while 1 W
# would restart the device.
LOAD_MAX_MW = 120
# Cells that are less than this above "stop" might not carry the load, so they are judged without
# it.
LOADABLE_MARGIN_MV = 100
# A diode has the slope nVt / I, 35 mV over the mean of both currents. That is 1 ohm, as much as
# two cells or more.
_TWICE_NVT_NV = 70_000_000

FAULTS = {
    "battery_on_usb": "The batteries cannot be tested while USB powers the device.",
    "battery_no_reading": "The batteries cannot be measured: check the wire to the sense pin.",
    "battery_absurd": "The voltage doesn't fit the batteries you chose: check the setting cells.",
    "battery_unsteady": "The voltage changed during the test: check the contacts and test again.",
}

# Voltages and resistance are those of the whole pack. fault: None or a key of FAULTS. With a
# fault, verdict and demo_cell are those of the last good test.
Check = namedtuple("Check", ("open_mv", "loaded_mv", "milliohm", "verdict", "demo_cell", "fault"))


class Battery:
    """The cells' judge, with its memory.

    Args:
        kind: key of ``power_budget.PACKS``.
    """

    def __init__(self, kind: str) -> None:
        self.pack = power_budget.PACKS[kind]
        self._level: int | None = None  # index into VERDICTS, None before the first test
        self._demo_cell = False

    @property
    def verdict(self) -> str:
        """The latest verdict. It is "good" before the first test."""
        return VERDICTS[self._level or 0]

    def may_load(self, open_reading: tuple[int, int]) -> bool:
        """Returns whether the cells can carry the load. If not, call ``check`` without one.

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
            loaded_reading: the pair under load.
            load_mw: extra power of the load, int, mW. With 0 (no load) only the open reading
                counts, and it cannot improve a verdict.
            on_usb: bool, whether USB feeds the device, so that the cells cannot be judged.

        Returns:
            Check.
        """
        loaded_reading = loaded_reading if load_mw else open_reading
        fault = "battery_on_usb" if on_usb else self._fault(open_reading, loaded_reading)
        open_mv, loaded_mv = self._pack_mv(open_reading), self._pack_mv(loaded_reading)
        milliohm = 0 if fault else self._milliohm(open_mv, loaded_mv, load_mw)
        # The cells cannot carry more, so this scales to the full load.
        if 0 < load_mw <= LOAD_MAX_MW // 2:
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
        sensed_min_mv = power_budget.SENSED_MIN_MV[self.pack.pin]
        if min(open_reading[0], loaded_reading[0]) < sensed_min_mv:
            return "battery_no_reading"
        if self._pack_mv(open_reading) > power_budget.CELL_MAX_MV * self.pack.count:
            return "battery_absurd"
        allowed_mv = UNSTEADY_MV + open_reading[1] + loaded_reading[1]
        return "battery_unsteady" if loaded_reading[0] - open_reading[0] > allowed_mv else None

    def _milliohm(self, open_mv: int, loaded_mv: int, load_mw: int) -> int:
        """Returns the pack's resistance: the loss of voltage over the gain of current.

        The Pico loads the cells during both measurements. The diode's slope is subtracted.
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
        """Suspects cells that look fresh but have a high resistance.

        Without a load their resistance is assumed unchanged. Flat cells are not suspected.
        """
        limit, fresh_mv = DEMO_MILLIOHM, self.pack.fresh_mv
        if self._demo_cell:
            limit, fresh_mv = DEMO_OVER_MILLIOHM, fresh_mv - HYSTERESIS_MV
        resists = milliohm > limit if load_mw else self._demo_cell
        self._demo_cell = open_cell_mv >= fresh_mv and resists

    def _level_of(self, cell_mv: int) -> int:
        floors = (self.pack.good_mv, self.pack.fair_mv, self.pack.soon_mv)
        return len([floor for floor in floors if cell_mv < floor])


def event(check: Check) -> dict[str, object]:
    """Returns a Check as the link's message (dict), with the key "fault" only after a fault."""
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


# Emptier cells blink more. Long blinks ask for an action.
SHOWS = {
    "battery_good": Show(blinks, (0, 255, 40), 1 * BLINK_MS),
    "battery_fair": Show(blinks, (170, 255, 0), 2 * BLINK_MS),
    "battery_replace_soon": Show(blinks, (255, 100, 0), 3 * BLINK_MS),
    "battery_stop": Show(blinks, (255, 0, 0), 4 * BLINK_MS),
    "battery_demo_cell": Show(long_blinks, (255, 0, 200), 2 * LONG_BLINK_MS),
    "battery_on_usb": Show(long_blinks, (120, 120, 255), 1 * LONG_BLINK_MS),
}
