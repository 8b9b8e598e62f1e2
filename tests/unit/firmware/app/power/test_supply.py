"""The supply: times of sleep, and the loudness that each state of the cells allows."""

import asyncio
import sys
from types import SimpleNamespace
from typing import ClassVar

import pytest
from tests.fakes.pins import InputPin

from pingware import boards
from pingware.app import power
from pingware.app.power import supply
from pingware.shared.battery import Check

FULL_Q8, UNTESTED_Q8, LEAST_Q8 = 256, 41, 14  # 0, -16 and -25 dB


class Cells:
    """Replaces ``app.power.cell_test.LoadTest``."""

    bearable = True
    fault = None

    def __init__(self, _device, parts):
        self.reports = parts.reports

    def apply_cells(self):
        pass

    def spare_mw(self, _check):
        return 65

    def tell(self, before, check, wanted, _aloud):
        if wanted or before is None:
            self.reports.report(self.event(check))

    def event(self, check):
        return {"event": "battery", "verdict": check.verdict}

    dropped = 0  # number of tests during which another thing happens
    runs: ClassVar[list] = []

    async def run(self, on_usb):
        Cells.runs.append(on_usb)
        if len(Cells.runs) <= self.dropped:
            return None
        return Check(4500, 4400, 300, "good", False, self.fault), 100


class SupplyBench:
    """A supply, its sleep, and everything around them."""

    def __init__(self, monkeypatch):
        self.now_ms = 1000
        self.naps = []
        self.gains = []
        self.saves = []
        self.vbus = InputPin(0)  # GPIO24 is high with USB power
        self.reported = []
        self.port = SimpleNamespace(watch=lambda _wanted: None, moved=lambda: None)
        Cells.runs = []
        monkeypatch.setattr(asyncio, "sleep_ms", self._sleep, raising=False)
        clock = SimpleNamespace(ticks_ms=lambda: self.now_ms)
        monkeypatch.setattr(supply, "time", clock)
        board = SimpleNamespace(
            power_parts=lambda: (self.vbus, self.naps.append),
            writing_flash=lambda save: save(),
        )
        self.settings = SimpleNamespace(
            cells="3xaaa", unsaved=False, save=lambda: self.saves.append(True)
        )
        stage = SimpleNamespace(settings=self.settings, on_change=self._when_changed)
        sound = SimpleNamespace(
            speaker=SimpleNamespace(playing=False),
            limit_gain=self.gains.append,
            soften=lambda: self.gains.append("soft"),
        )
        self.activity = SimpleNamespace(
            busy=False, playing=False, moves=False, loads=False, set_loads=lambda _: None
        )
        self.host = SimpleNamespace(
            game=SimpleNamespace(finished=False, draws=0),
            busy=False,
            unsettled=False,
            battery=lambda *_: None,
        )
        reports = SimpleNamespace(report=self.reported.append, fault=lambda *_: None)
        signal = SimpleNamespace(set=lambda: None)
        device = SimpleNamespace(board=board, settings=self.settings, sound=sound, signal=signal)
        parts = SimpleNamespace(
            stage=stage,
            activity=self.activity,
            host=self.host,
            reports=reports,
            port=self.port,
        )
        self.supply = parts.supply = supply.Supply(device, parts)
        self.buttons = parts.buttons = SimpleNamespace(touched=lambda: bool(self.naps))
        parts.light = SimpleNamespace(led=SimpleNamespace(off=lambda: None))
        self.sleep = supply.Sleep(device, parts)

    async def _sleep(self, _ms):
        await asyncio.sleep(0)

    def _when_changed(self, names, act):
        assert names == ("cells",)
        self.cells_changed = act

    def sleeps_at(self, now_ms):
        """Returns whether it slept when that second came."""
        self.now_ms = now_ms
        self.naps.clear()
        self.sleep.tick(now_ms, False, lambda: False)
        return bool(self.naps)

    def gain(self):
        """Returns the gain that it allows now."""
        self.supply.limit_sound()
        return self.gains[-1]

    def test_cells(self, wanted=True):
        """Lets one test of the cells pass, which a person or the firmware wanted."""

        async def once():
            task = asyncio.ensure_future(self.supply.run(bytearray(10)))
            if wanted:
                self.supply.ask(aloud=False)
            else:
                self.vbus.level = 0
                self.supply.look(True)
                self.vbus.level = 1
            for _ in range(15):
                await asyncio.sleep(0)
            assert not task.done()
            task.cancel()

        asyncio.run(once())


@pytest.fixture
def bench(monkeypatch):
    """A supply without the part that measures cells, because that needs the chip's mixer."""
    room = SimpleNamespace(LoadTest=Cells)
    monkeypatch.setitem(sys.modules, "pingware.app.power.cell_test", room)
    monkeypatch.setattr(power, "cell_test", room, raising=False)
    naps = SimpleNamespace(nap=None)
    monkeypatch.setitem(sys.modules, "pingware.boards.naps_rp2", naps)
    monkeypatch.setattr(boards, "naps_rp2", naps, raising=False)
    return SupplyBench(monkeypatch)


def test_device_sleeps_after_90_s_without_use_except_on_usb(bench):
    for asleep_ms in (91_000, 181_000, 281_000):
        assert not bench.sleeps_at(asleep_ms - 1)
        assert bench.sleeps_at(asleep_ms)
        if asleep_ms == 181_000:
            bench.sleep.idle.use(191_000)
    bench.vbus.level = 1
    assert not bench.sleeps_at(500_000)


def test_dropped_cell_test_is_repeated(bench, monkeypatch):
    monkeypatch.setattr(Cells, "dropped", 2)
    bench.test_cells()
    assert Cells.runs == [False] * 3
    assert bench.reported == [{"event": "battery", "verdict": "good"}]


@pytest.mark.parametrize("wanted", [False, True])
def test_cell_test_delayed_until_usb_runs_only_if_requested(bench, wanted):
    bench.vbus.turn(1)
    bench.test_cells(wanted)
    assert Cells.runs == [True] * wanted
    assert len(bench.reported) == wanted


def test_sound_gain_depends_on_usb_and_tested_cells(bench):
    bench.vbus.level = 1
    assert bench.gain() == FULL_Q8
    bench.vbus.level = 0
    assert bench.gain() == UNTESTED_Q8
    bench.test_cells()
    assert bench.gain() == 124, "65 mW less 18 idle, of 200: -6.3 dB"


@pytest.mark.parametrize(
    ("name", "value", "gain_q8"),
    [("fault", "battery_unsteady", UNTESTED_Q8), ("bearable", False, LEAST_Q8)],
)
def test_gain_stays_low_on_weak_cells_or_after_failed_test(
    bench, monkeypatch, name, value, gain_q8
):
    monkeypatch.setattr(Cells, name, value)
    assert bench.gain() == gain_q8
    bench.test_cells()
    assert bench.gain() == gain_q8


@pytest.mark.parametrize("changed", ["cable", "kind"])
def test_cell_test_result_ends_with_cable_or_cell_kind_change(bench, changed):
    bench.test_cells()
    assert bench.gain() == 124
    if changed == "cable":
        bench.vbus.turn(0)
        assert bench.gains[-1] == "soft"
    else:
        bench.settings.cells = "2xaaa"
        bench.cells_changed()
    assert bench.gain() == UNTESTED_Q8


def test_settings_are_saved_only_after_some_quiet_time(bench):
    for now_ms in (2000, 3000):
        assert not bench.sleeps_at(now_ms)
    assert bench.saves == []
    bench.sleeps_at(4000)
    assert len(bench.saves) == 1
    bench.host.game.draws += 1  # a press, because writing to the flash would stop its sound
    for now_ms in (5000, 6000):
        bench.sleeps_at(now_ms)
    assert len(bench.saves) == 1
    bench.sleeps_at(7000)
    assert len(bench.saves) == 2
    bench.activity.busy = bench.activity.playing = bench.settings.unsaved = True
    for second in range(8, 15):
        bench.sleeps_at(second * 1000)
    assert len(bench.saves) == 2, "a sound plays"


def test_delayed_change_is_saved_in_the_first_gap_between_sounds(bench):
    bench.activity.busy = bench.settings.unsaved = True
    for second in range(2, 5):
        bench.sleeps_at(second * 1000)
    bench.sleep.save_in_gap()
    assert bench.saves == []
    bench.activity.playing = True
    bench.sleeps_at(5000)
    bench.sleep.save_in_gap()
    assert bench.saves == []
    bench.activity.playing = False
    bench.activity.loads = True  # the cells are being measured
    bench.sleep.save_in_gap()
    assert bench.saves == []
    bench.activity.loads = False
    bench.sleep.save_in_gap()
    assert len(bench.saves) == 1
