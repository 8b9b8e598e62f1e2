"""Nearly empty cells: the block plays softly, warns and sleeps, but does not keep restarting."""

import pytest
from tests.seldom import seldom

from pingblock.virtual.parts.battery import PRESETS, Cell

HOST_READS_MS = 2500  # By then, a host has opened the port and read the waiting messages.


def on_cells(open_bench, only, cell_mv, ohm):
    """Returns an unplugged device with three such cells, after its last ping."""
    bench = open_bench(**only("coins", 3))
    bench.set_battery([Cell(cell_mv, ohm)] * 3)
    bench.unplug()
    bench.advance(4000)  # empty cells end the device at once
    return bench


# The limit for empty cells is a rule, the same on each engine. The chip measures one case.
@pytest.mark.parametrize(
    ("engine", "cell_mv", "ohm"),
    [
        seldom("desk", 1000, 0.5),
        ("desk", 880, 1.0),
        seldom("desk", 1050, 3.0),
        seldom("desk", 850, 0.3),
        ("chip", 880, 1.0),
    ],
)
def test_empty_cells_play_outcomes_without_a_restart(open_bench, only, cell_mv, ohm):
    bench = on_cells(open_bench, only, cell_mv, ohm)
    for _ in range(3):
        bench.press()
        bench.advance(20_000)
    assert len(bench.events("reset")) == 1
    assert bench.events("brown_out") == []
    bench.plug()
    bench.advance(HOST_READS_MS)
    assert [event["draw"] for event in bench.events("outcome")] == [1, 2, 3]
    pings = [onset for onset in bench.heard().onsets if abs(onset.hz - 1175) < 5]
    assert len(pings) >= 3 * 3


@pytest.mark.parametrize(
    ("engine", "cell_mv", "ohm"),
    [("desk", 880, 1.0), ("chip", 850, 0.3)],
)
def test_power_on_with_empty_cells_causes_only_one_start(open_bench, only, cell_mv, ohm):
    bench = on_cells(open_bench, only, cell_mv, ohm)
    bench.power_off()
    bench.advance(500)
    bench.power_on()
    bench.advance(20_000)
    assert [event["cause"] for event in bench.events("reset")] == ["power_on"] * 2
    assert bench.events("brown_out") == []


def test_collapsing_cells_cause_a_brown_out(open_bench, only):
    """The trial above could not fail if the model's voltage never dropped."""
    bench = on_cells(open_bench, only, 700, 3.0)
    bench.press()
    bench.advance(3000)
    assert bench.events("brown_out") != []


# Rules about packs and limits are the same on each engine. The chip measures one pack of each
# kind.
@pytest.mark.parametrize(
    ("engine", "cells", "count", "cell"),
    [
        seldom("desk", "3xaaa", 3, PRESETS["demo"]),
        ("desk", "3xaaa", 3, PRESETS["flat"]),
        seldom("desk", "3xaaa", 3, PRESETS["worn"]),
        seldom("desk", "2xaaa", 2, PRESETS["demo"]),
        ("desk", "2xaaa", 2, PRESETS["worn"]),
        ("desk", "1xaaa_boost", 1, PRESETS["worn"]),
        seldom("chip", "3xaaa", 3, PRESETS["demo"]),
        ("chip", "1xaaa_boost", 1, PRESETS["worn"]),
    ],
)
def test_loudest_laugh_causes_no_brown_out(open_bench, only, cells, count, cell):
    """Their resistance is known then, and limits the volume to the power that they can supply."""
    bench = open_bench(volume=10, cells=cells, **only("laugh"))
    bench.unplug()
    bench.set_battery([cell] * count)
    bench.advance(4000)
    for _ in range(3):
        bench.press()
        bench.advance(4000)
    assert bench.events("brown_out") == []
    assert len(bench.events("reset")) == 1
    assert len(bench.heard().sounds) >= 4, "the ping of power-on and three laughs"


def test_fresh_cells_play_as_loud_as_usb(open_bench, only):
    bench = open_bench(volume=10, **only("laugh"))
    bench.press()
    bench.advance(3000)
    bench.unplug()
    bench.advance(1000)
    bench.press()
    bench.advance(3000)
    on_usb, on_cells_db = (sound[0].level_db for sound in bench.heard().sounds[1:3])
    assert on_cells_db == pytest.approx(on_usb, abs=0.5)
