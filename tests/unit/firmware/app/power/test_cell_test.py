"""The load test: the resistor's current, invalid tests, and the end of the load."""

import asyncio
from types import SimpleNamespace

import pytest

from pingware.app.power import cell_test

OHM = 220


class LoadBench:
    """A load test on a supply of fixed readings. Events can happen while the load is on."""

    def __init__(self, monkeypatch, cells, mv, loaded_mv):
        self.switched = []
        self.slept_ms = 0
        self.meanwhile = lambda: None
        readings = SimpleNamespace(read=self._read)
        monkeypatch.setattr(cell_test, "BatteryAdc", lambda *_parts: readings)
        monkeypatch.setattr(asyncio, "sleep_ms", self._sleep, raising=False)
        self.mv, self.loaded_mv = mv, loaded_mv
        self.key = SimpleNamespace(fired=None)
        self.host = SimpleNamespace(game=SimpleNamespace(draws=7))
        self.speaker = SimpleNamespace(starts=3)
        board = SimpleNamespace(
            sense_parts=lambda _pin: (None, 3),
            load_parts=lambda: (self.switched.append, OHM),
        )
        settings = SimpleNamespace(cells=cells)
        sound = SimpleNamespace(speaker=self.speaker)
        device = SimpleNamespace(
            board=board, settings=settings, sound=sound, block_button=self.key
        )
        self.supply = SimpleNamespace(moves=0)
        self.activity = SimpleNamespace(moves=False, set_loads=lambda _: None)
        parts = SimpleNamespace(host=self.host, supply=self.supply, activity=self.activity)
        self.tester = cell_test.LoadTest(device, parts)

    def _read(self):
        loaded = bool(self.switched) and self.switched[-1] == 1
        return (self.loaded_mv if loaded else self.mv), 4

    async def _sleep(self, ms):
        self.slept_ms += ms
        self.meanwhile()

    def run(self, on_usb=False):
        return asyncio.run(self.tester.run(on_usb))


@pytest.fixture
def made(monkeypatch):
    return lambda cells="3xaaa", mv=4400, loaded_mv=4380: LoadBench(
        monkeypatch, cells, mv, loaded_mv
    )


def test_load_power_follows_resistor_and_voltage_of_cells_or_converter(made):
    bench = made()
    check, load_mw = bench.run()
    assert load_mw == 87  # 4.38 V at 220 Ohm
    assert check.loaded_mv == 4620  # with the 0.24 V that the diode takes
    assert bench.switched == [1, 0]
    assert made("1xaaa_boost", 1500, 1450).run()[1] == 113, "behind the converter"


def test_usb_and_flat_cells_get_no_load(made):
    for bench, on_usb in ((made(), True), (made(mv=2400), False)):
        assert bench.run(on_usb)[1] == 0
        assert bench.switched == []


@pytest.mark.parametrize("what", ["press", "draw", "sound", "cable", "worms"])
def test_test_disturbed_by_another_action_is_dropped(made, what):
    bench = made()

    def happens():
        if what == "press":
            bench.key.fired = 5
        elif what == "draw":
            bench.host.game.draws = 8
        elif what == "sound":
            bench.speaker.starts = 4
        elif what == "cable":
            bench.supply.moves = 1
        else:
            bench.activity.moves = True

    bench.meanwhile = happens
    assert bench.run() is None
    assert bench.switched == [1, 0]


@pytest.mark.parametrize("noticed_ms", [200, None])
def test_cells_are_blamed_only_if_no_cable_is_noticed_soon(made, noticed_ms):
    """A Pico with a radio recognizes a computer by its frames, 0.1 s after the power came on."""
    bench = made(mv=4400, loaded_mv=4700)

    def happens():
        bench.supply.moves = int(noticed_ms is not None and bench.slept_ms >= noticed_ms)

    bench.meanwhile = happens
    result = bench.run()
    assert (result and result[0].fault) == (None if noticed_ms else "battery_unsteady")


def test_load_ends_even_if_the_test_is_interrupted(made):
    bench = made()

    def fails():
        raise KeyboardInterrupt

    bench.meanwhile = fails
    with pytest.raises(KeyboardInterrupt):
        bench.run()
    assert bench.switched == [1, 0]
