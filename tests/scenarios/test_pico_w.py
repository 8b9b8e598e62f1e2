"""A Pico W and a Pico 2 W: VSYS behind the radio's chip select, USB known by its frames.

The firmware does not touch the radio.
"""

from itertools import pairwise

import pytest
from tests.processor import cycles

from pingblock.boards.board import BOARD, with_chip
from pingblock.virtual.parts.battery import Cell
from pingblock.virtual.parts.contact import CLEAN

ASLEEP_MS, CYCLES_A_MS = 40_000, 125_000
PICO_W = with_chip(BOARD, "rp2040", radio=True)
ON, DATA, SELECT, CLOCK = 23, 24, 25, 29  # GPIOs, from Pico W datasheet 2.1
OFF_MS = 90_000
EMPTY = (Cell(880, 0.2),) * 3
PICO_2_W = pytest.param("pico2", marks=pytest.mark.pico2)
GOODBYE_HZ = [2637, 1760]


class Probe:
    """A sink before the parts that records (ms, GPIO, level) of changes at the radio's pins."""

    def __init__(self, parts):
        self._parts = parts
        self.seen = []

    def __getattr__(self, name):
        return getattr(self._parts, name)

    def pin(self, at_us, gpio, level):
        if gpio in (ON, DATA, SELECT, CLOCK):
            self.seen.append((at_us / 1000, gpio, level))
        self._parts.pin(at_us, gpio, level)


@pytest.fixture
def probes():
    """The probes of the virtual devices that were opened."""
    return []


@pytest.fixture
def opened(bench_of, probes, seed_for):
    """Opens a device with a Pico W and a probe."""

    def probe(parts):
        probes.append(Probe(parts))
        return probes[-1]

    def made(engine, until_ms=2500, tap=True):
        bench = bench_of(engine, seed_for("coins", 2), board=PICO_W, in_front=probe, tap=tap)
        bench.advance_to(until_ms)
        return bench

    return made


@pytest.fixture
def on_cells(opened):
    """Opens a device that cells have fed since power-on."""

    def made(engine):
        bench = opened(engine, 0)
        bench.unplug()
        bench.advance_to(2500)
        return bench

    return made


@pytest.mark.parametrize("engine", ["desk", "chip"])
def test_cells_are_measured_correctly_on_a_pico_w(on_cells, engine):
    bench = on_cells(engine)
    bench.check(for_ms=2200)
    bench.advance(4500)
    told = bench.events("battery")[-1]
    assert (told["verdict"], told.get("fault")) == ("good", None)
    assert told["open_mv"] == pytest.approx(4730, abs=15)  # 3 * 1.58 V, which the Pico lowers
    # 20 mA more: 9 mV in 0.45 ohm, and 24 mV because D1 drops nVt * ln(2) more at twice the
    # current.
    assert told["open_mv"] - told["loaded_mv"] == pytest.approx(33, abs=5)
    assert told["milliohm"] == pytest.approx(450, abs=150)  # The share of D1 is excluded.


@pytest.mark.parametrize("engine", ["chip", PICO_2_W])
def test_image_for_a_pico_w_leaves_memory_in_each_game(opened, engine):
    bench = opened(engine)
    assert bench.request("hello")["ok"]["board"] == "rev_a_w"
    for game in ("block", "dice", "storm_dice", "fortune"):
        assert bench.request("game", name=game)["ok"]["game"] == game
        bench.advance(3000)
        bench.press(bounce=CLEAN)
        bench.advance(4000)
        free = bench.request("status", memory=True)["ok"]["ram_free"]
        assert free > 50_000, "custom sounds take at most 32 768 bytes"
    assert [event["cause"] for event in bench.events("reset")] == ["power_on"]


def test_empty_cells_play_goodbye_and_the_block_sleeps(on_cells):
    bench = on_cells("chip")
    bench.set_battery(EMPTY)
    bench.press(bounce=CLEAN)
    bench.advance(8000)
    assert [onset.hz for onset in bench.heard().sounds[-1]] == pytest.approx(GOODBYE_HZ, rel=0.03)
    before = bench.engine.cycles
    bench.advance(5000)
    assert (bench.engine.cycles - before) / 5 < 250_000  # it checks for a host once a second


@pytest.mark.parametrize("engine", ["desk", "chip"])
def test_plugging_in_wakes_the_device_and_the_link_answers(on_cells, engine):
    bench = on_cells(engine)
    bench.advance_to(2 * OFF_MS)
    bench.plug()
    bench.advance(3000)
    assert bench.request("status")["ok"]["usb"] is True
    bench.advance(OFF_MS + 20_000)
    assert bench.request("hello")["ok"]["board"] == "rev_a_w"


@pytest.mark.long
def test_press_wakes_the_device_and_counts(on_cells):
    bench = on_cells("chip")
    bench.advance_to(2 * OFF_MS)
    pressed_ms = bench.now_ms
    bench.press(bounce=CLEAN)
    bench.advance(3000)
    assert bench.heard().sounds[-1][0].at_ms - pressed_ms < 12
    assert len(bench.events("outcome")) == 1


@pytest.mark.parametrize("engine", ["desk", "chip"])
def test_only_the_chip_select_of_the_radio_is_used(on_cells, probes, engine):
    bench = on_cells(engine)
    bench.press(bounce=CLEAN)
    bench.check(for_ms=2200)
    bench.advance(10_000)
    seen = probes[0].seen
    assert {gpio for _ms, gpio, level in seen if level} == {SELECT}
    assert not {ON, DATA} & {gpio for _ms, gpio, _level in seen}
    edges = [(ms, level) for ms, gpio, level in seen if gpio == SELECT]
    assert [level for _ms, level in edges] == [False, *[True, False] * (len(edges) // 2)]
    highs = [after[0] - before[0] for before, after in pairwise(edges) if before[1]]
    assert max(highs) < 150


@pytest.mark.parametrize("engine", ["desk", "chip", PICO_2_W])
def test_frames_of_a_host_show_that_a_cable_is_connected(opened, engine):
    bench = opened(engine)
    assert bench.request("status")["ok"]["usb"] is True
    bench.advance(OFF_MS + 20_000)
    assert bench.request("hello")["ok"]["board"] == "rev_a_w"
    bench.unplug()
    bench.advance(1000)
    bench.check(for_ms=2200)
    bench.advance(4500)
    assert "fault" not in bench.events("battery")[-1], "the cells must be tested with a load"


def test_charger_without_a_host_counts_as_cells(on_cells):
    bench = on_cells("desk")
    bench.parts.battery.plugged = True  # 5 V, but without a host that sends frames
    bench.check(for_ms=2200)
    bench.advance(4500)
    told = bench.events("battery")[-1]
    assert (told["verdict"], told.get("fault")) == ("good", None)
    bench.advance(2 * OFF_MS)
    pressed_ms = bench.now_ms
    bench.press(bounce=CLEAN)
    bench.advance(3000)
    assert bench.heard().sounds[-1][0].at_ms - pressed_ms < 12


def test_safe_mode_flashes_the_block_and_keeps_the_radio_off(opened, probes):
    bench = opened("desk", tap=False)
    bench.power_off()
    bench.advance(100)
    bench.check(for_ms=7000)
    bench.advance(20)
    bench.power_on()
    bench.advance(20_000)
    lit = [colour for at_us, colour in bench.parts.light.changes if at_us > 12_000_000]
    assert set(lit) == {(0, 0, 0), (47, 47, 0)}
    assert {gpio for ms, gpio, _level in probes[0].seen if ms > 10_000} == {SELECT}


def test_cells_are_measured_correctly_after_settings_were_written(opened):
    bench = opened("chip")
    for cells in ("3xnimh", "3xaaa"):
        bench.request("battery", cells=cells)
        bench.advance(8000)
    told = bench.request("status")["ok"]["battery"]
    assert told["open_mv"] == pytest.approx(4930, abs=30)  # USB, minus its 300, plus D1's 240
    assert [event["cause"] for event in bench.events("reset")] == ["power_on"]


@pytest.mark.parametrize("engine", ["chip", PICO_2_W])
def test_sleeping_device_on_cells_uses_few_cycles(opened, engine):
    """A timer that looked for a host while it was awake ends no nap.

    Awake, it works for 0.7 % of the time. Asleep, it checks for a host once a second.
    """
    bench = opened(engine, until_ms=0, tap=False)
    bench.unplug()
    bench.advance_to(OFF_MS + 10_000)
    assert cycles(bench, ASLEEP_MS) < 0.002 * ASLEEP_MS * CYCLES_A_MS
