"""Report about the cells, with and without a test."""

import pytest

from pingblock.care.owner import battery_report
from pingblock.connection.answers import BatteryCheck, CellHistory, CellTest
from pingblock.errors import Refused

CHECK = {"open_mv": 4400, "loaded_mv": 4200, "milliohm": 800, "verdict": "fair"}
CHECK["demo_cell"] = False


def cells(*loaded_mv, open_mv=4500):
    return tuple(CellTest(open_mv, mv, 900, "good") for mv in loaded_mv)


class Owned:
    """A device with cells."""

    def __init__(self, usb, tests=(), last=None, check=None):
        self.status = lambda: {"usb": usb, "battery": last}
        self.cell_history = lambda: CellHistory(len(tests), tests)
        self.battery = lambda: check


def test_cells_that_power_the_device_are_tested_now():
    device = Owned(False, cells(4400, 4300), check=BatteryCheck(**CHECK))
    found = battery_report.read(device)
    assert (found.source, found.test.loaded_mv, found.trend.mv_a_test) == ("now", 4200, -100)
    assert found.text().startswith("fair: 4.40 V, 4.20 V under load, 800 mOhm\nTrend under")
    assert "falling, -100 mV a test, by 3 tests" in found.text()


def test_on_usb_the_latest_earlier_test_is_reported():
    found = battery_report.read(Owned(True, last={"event": "battery", **CHECK}))
    assert (found.source, found.trend, found.on_usb) == ("since_power_on", None, True)
    assert "check button for 2 s" in found.text()
    faulty = {**CHECK, "fault": "battery_on_usb"}
    found = battery_report.read(Owned(True, cells(4400), last=faulty))
    assert (found.source, found.test, found.demo_cell) == ("noted", cells(4400)[0], None)
    told = found.as_dict()
    assert (told["history"][0]["loaded_mv"], told["on_usb"]) == (4400, True)


@pytest.mark.parametrize(
    ("usb", "fault", "says"),
    [
        (True, "battery_on_usb", "hold the check button"),
        (False, "battery_on_usb", "can only be tested while they power"),
        (False, "battery_no_reading", "check the wire to the sense pin"),
        (False, "battery_of_tomorrow", "No test: battery_of_tomorrow"),
    ],
)
def test_missing_test_explains_how_to_make_one(usb, fault, says):
    device = Owned(usb, check=BatteryCheck(**CHECK, fault=fault))
    with pytest.raises(Refused, match=says) as refused:
        battery_report.read(device)
    assert refused.value.code == fault


def test_trend_uses_the_latest_eight_tests_of_new_cells():
    old, fresh = cells(3900, 3700, 3500, open_mv=4000), cells(4400, 4395, 4390, open_mv=4650)
    assert battery_report.trend(old).mv_a_test == -200
    found = battery_report.trend(old + fresh)
    assert (found.mv_a_test, found.word) == (-5, "steady")
    assert battery_report.trend(old + fresh[:2]) is None
    assert battery_report.trend(cells(*[4400] * 3, *range(4400, 4240, -20))).mv_a_test == -20


def test_noted_test_counts_once():
    last = {"open_mv": 4500, "loaded_mv": 4300, "milliohm": 900, "verdict": "good"}
    found = battery_report.read(Owned(True, cells(4500, 4400, 4300), {**last, "demo_cell": False}))
    assert found.trend.tests == 3
