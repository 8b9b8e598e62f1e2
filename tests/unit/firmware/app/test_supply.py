"""The supply: when it sleeps, and how loud sounds may be on what cells."""

import asyncio
import importlib
import sys
from types import SimpleNamespace

import pytest

from pingware.shared.battery import Check

FULL_Q8, UNTESTED_Q8, LEAST_Q8 = 256, 41, 14  # 0, -16 and -25 dB


class Pin:
    """GPIO24: high while USB power is there."""

    IRQ_RISING, IRQ_FALLING = 8, 4

    def __init__(self):
        self.level = 0

    def value(self):
        return self.level

    def irq(self, handler, _trigger, hard):
        assert hard
        self.changed = lambda: handler(self)


class Cells:
    """Stands in for ``app.cell_test.LoadTest``."""

    def __init__(self, _device):
        self.bearable = True
        self.fault = None

    def take_cells(self, _kind):
        pass

    def spare_mw(self, _check):
        return 250

    async def run(self, _on_usb):
        return Check(4500, 4400, 300, "good", False, self.fault), 100


class Bench:
    """A supply and everything around it."""

    def __init__(self, supply_module, monkeypatch):
        self.now_ms = 1000
        self.naps = []
        self.gains = []
        self.vbus = Pin()
        clock = SimpleNamespace(ticks_ms=lambda: self.now_ms)
        monkeypatch.setattr(supply_module, "time", clock)
        self.device = SimpleNamespace(
            board=SimpleNamespace(power_parts=lambda: (self.vbus, self.naps.append)),
            game=SimpleNamespace(
                tick=lambda _now_ms: None, finished=False, draws=0, battery=lambda *_: None
            ),
            speaker=SimpleNamespace(playing=False),
            settings=SimpleNamespace(
                save=lambda: False, cells="3xaaa", on_change=self._when_changed
            ),
            unsettled=False,
            limit_gain=self.gains.append,
            soften=lambda: self.gains.append("soft"),
            wake=lambda: None,
            report=lambda _message: None,
            fault=lambda *_: None,
        )
        front = SimpleNamespace(
            rest=lambda: None,
            busy=lambda: False,
            dark=lambda: None,
            stirs=lambda: bool(self.naps),
            moves=False,
        )
        self.supply = supply_module.Supply(self.device, front)

    def _when_changed(self, names, act):
        assert names == ("cells",)
        self.cells_changed = act

    def sleeps_at(self, now_ms):
        """Returns whether it slept when watched then."""
        self.now_ms = now_ms
        self.naps.clear()
        self.supply.watch(now_ms, False)
        return bool(self.naps)

    def gain(self):
        """Returns the gain that it allows now."""
        self.supply.spare()
        return self.gains[-1]

    def test_cells(self):
        """Lets one test of the cells go by."""

        async def once():
            task = asyncio.ensure_future(self.supply.run())
            self.supply.ask(aloud=False)
            for _ in range(5):
                await asyncio.sleep(0)
            assert not task.done()
            task.cancel()

        asyncio.run(once())


@pytest.fixture
def bench(monkeypatch):
    """A bench without the part that measures cells, which needs the chip's mixer."""
    monkeypatch.setitem(sys.modules, "pingware.app.cell_test", SimpleNamespace(LoadTest=Cells))
    monkeypatch.delitem(sys.modules, "pingware.app.supply", raising=False)
    yield Bench(importlib.import_module("pingware.app.supply"), monkeypatch)
    sys.modules.pop("pingware.app.supply", None)


def test_sleeps_after_ninety_seconds_without_use(bench):
    assert not bench.sleeps_at(90_999)
    assert bench.sleeps_at(91_000)


def test_use_begins_the_ninety_seconds_anew(bench):
    bench.supply.used(61_000)
    assert not bench.sleeps_at(150_999)
    assert bench.sleeps_at(151_000)


def test_waking_is_use(bench):
    assert bench.sleeps_at(91_000)
    assert not bench.sleeps_at(180_999)
    assert bench.sleeps_at(181_000)


def test_never_sleeps_on_usb(bench):
    bench.vbus.level = 1
    assert not bench.sleeps_at(500_000)


def test_sounds_are_as_loud_as_the_supply_bears(bench):
    bench.vbus.level = 1
    assert bench.gain() == FULL_Q8
    bench.vbus.level = 0
    assert bench.gain() == UNTESTED_Q8
    bench.test_cells()
    assert bench.gain() == 123, "250 mW less 18 idle, of 1 W: -6.3 dB"


def test_sounds_stay_soft_on_cells_whose_test_failed(bench):
    bench.supply._cells.fault = "battery_unsteady"
    bench.test_cells()
    assert bench.gain() == UNTESTED_Q8


def test_sounds_are_softest_on_cells_that_bear_nothing(bench):
    bench.supply._cells.bearable = False
    assert bench.gain() == LEAST_Q8
    bench.test_cells()
    assert bench.gain() == LEAST_Q8


def test_a_test_of_the_cells_does_not_outlast_a_change_of_the_cable(bench):
    bench.test_cells()
    assert bench.gain() == 123
    bench.vbus.changed()
    assert bench.gains[-1] == "soft"
    assert bench.gain() == UNTESTED_Q8


def test_a_test_of_the_cells_does_not_outlast_a_change_of_their_kind(bench):
    bench.test_cells()
    bench.device.settings.cells = "2xaaa"
    bench.cells_changed()
    assert bench.gain() == UNTESTED_Q8
