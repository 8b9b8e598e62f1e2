"""Report on the cells: a new test if possible, otherwise the last one, and the trend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import linear_regression

from pingblock.care.owner.notes import meaning
from pingblock.connection import answers
from pingblock.connection.answers import BatteryCheck, CellHistory, CellTest
from pingblock.connection.device import Device
from pingblock.errors import Refused

NOW, EARLIER, NOTED = "now", "since_power_on", "noted"
ON_USB = "battery_on_usb"
NEW_CELLS_MV = 150  # A larger rise of the open voltage means that the pack has other cells.
STEADY_MV = 10  # mV for each test, because a smaller change is only noise
_TREND_TESTS = 8
_TREND_LEAST = 3
_DEMO = "; these look like the weak demo batteries that come with a toy"
_HOW = (
    "The batteries can only be tested while they power the device: pull the cable out, hold the "
    "check button for 2 s, then plug it in and ask again."
)


@dataclass(frozen=True)
class Trend:
    """Trend of the voltage under load over the latest tests of the same cells."""

    tests: int
    mv_a_test: int

    @property
    def word(self) -> str:
        """The direction: "steady", "falling" or "rising"."""
        if abs(self.mv_a_test) < STEADY_MV:
            return "steady"
        return "falling" if self.mv_a_test < 0 else "rising"


@dataclass(frozen=True)
class BatteryReport:
    """``source``: "now", "since_power_on" (the device's latest test) or "noted" (an earlier test).

    ``demo_cell`` is None if it was not noted. ``trend`` is None if there were too few tests.
    """

    source: str
    test: CellTest
    demo_cell: bool | None
    on_usb: bool
    trend: Trend | None
    history: CellHistory

    def as_dict(self) -> dict[str, object]:
        """Returns the report as an object for JSON."""
        trend = self.trend and {**asdict(self.trend), "word": self.trend.word}
        return {
            **asdict(self.test),
            "demo_cell": self.demo_cell,
            "source": self.source,
            "on_usb": self.on_usb,
            "trend": trend,
            "tests_ever": self.history.count,
            "history": [asdict(test) for test in self.history.tests],
        }

    def text(self) -> str:
        """Returns the report as text for people."""
        test, demo = self.test, _DEMO if self.demo_cell else ""
        volts = f"{test.open_mv / 1000:.2f} V, {test.loaded_mv / 1000:.2f} V under load"
        lines = [f"{test.verdict.replace('_', ' ')}: {volts}, {test.milliohm} mOhm{demo}"]
        if self.source != NOW:
            lines.append(f"This was the latest test. {_HOW}")
        if self.trend:
            change = f", {self.trend.mv_a_test:+d} mV a test" * (self.trend.word != "steady")
            lines.append(
                f"Trend under load: {self.trend.word}{change}, by {self.trend.tests} tests."
            )
        return "\n".join(lines)


def read(device: Device) -> BatteryReport:
    """Tests the cells if they power the device. Otherwise returns the latest test.

    Raises:
        Refused: the test failed. ``battery_on_usb``: USB powers the device, and there was no
            earlier test.
    """
    status, history = device.status(), device.cell_history()
    if not status["usb"]:
        return _report(NOW, device.battery(), False, history)
    last = status["battery"]
    if last and not last.get("fault"):
        return _report(EARLIER, answers.of(BatteryCheck, last), True, history)
    if not history.tests:
        raise Refused(ON_USB, _HOW)
    return BatteryReport(NOTED, history.tests[-1], None, True, trend(history.tests), history)


def _report(source: str, check: BatteryCheck, on_usb: bool, history: CellHistory) -> BatteryReport:
    if check.fault:  # USB was plugged in during the test.
        why = meaning(check.fault) or f"No test: {check.fault}."
        raise Refused(check.fault, _HOW if check.fault == ON_USB else why)
    test = CellTest(check.open_mv, check.loaded_mv, check.milliohm, check.verdict)
    tests = history.tests if test in history.tests[-1:] else (*history.tests, test)
    return BatteryReport(source, test, check.demo_cell, on_usb, trend(tests), history)


def trend(tests: Sequence[CellTest]) -> Trend | None:
    """Returns the trend of the cells in use, or None after fewer than three tests."""
    same: list[CellTest] = []
    for test in tests:
        if same and test.open_mv - same[-1].open_mv >= NEW_CELLS_MV:
            same = []
        same.append(test)
    same = same[-_TREND_TESTS:]
    if len(same) < _TREND_LEAST:
        return None
    slope = linear_regression(range(len(same)), [test.loaded_mv for test in same]).slope
    return Trend(len(same), round(slope))
