import numpy as np
import pytest
from tests.pins import GPIO

from pingblock.virtual.parts.battery import PRESETS, Cell

LOUD = np.tile(np.array([0, 945], np.uint16), 3000)


def play_loudly(bench, at_ms):
    bench.engine.at(at_ms, lambda sink: sink.pin(at_ms * 1000, GPIO["amp_shutdown"], True))
    bench.engine.at(at_ms, lambda sink: sink.speaker(at_ms * 1000, 45.36, LOUD, 944))


def test_cable_reaches_engine_and_battery(bench):
    bench.parts.tap.feed(0.0, b"half a ")
    for act, plugged in ((bench.unplug, False), (bench.plug, True)):
        act()
        assert bench.engine.plugs[-1] == (0.0, plugged)
        assert bench.parts.battery.plugged is plugged
    bench.parts.tap.feed(0.0, b"line\n")
    assert [event["text"] for event in bench.events("text")] == ["line"]


def test_power_switch_reaches_engine_and_power_off_darkens_light(bench):
    bench.engine.at(10, lambda sink: sink.pwm(10_000.0, GPIO["light_red"], 1000.0, 1.0))
    bench.advance(100)
    assert bench.led() == (255, 0, 0)
    bench.power_off()
    bench.power_off()
    assert bench.led() == (0, 0, 0)
    bench.advance(100)
    bench.power_on()
    assert bench.engine.powers == [(100_000.0, False), (200_000.0, True)]


def test_fresh_cells_survive_loudest_sound(bench):
    bench.unplug()
    play_loudly(bench, 50)
    bench.advance(500)
    assert bench.engine.powers == []


def test_loud_sound_on_demo_cells_browns_out_then_power_returns(bench):
    bench.set_battery([PRESETS["demo"]] * 3)
    bench.unplug()
    play_loudly(bench, 50)
    bench.advance(500)
    (lost_us, off), (back_us, on) = bench.engine.powers
    assert (off, on) == (False, True)
    assert 50_000 < lost_us <= 55_000
    assert back_us - lost_us == pytest.approx(100_000, abs=6000)
    assert [event["at_ms"] for event in bench.events("brown_out")] == [lost_us / 1000]


def test_device_with_dead_cells_starts_only_with_usb(bench):
    bench.set_battery([Cell(500, 5.0)] * 3)
    bench.unplug()
    bench.advance(1000)
    assert [on for _, on in bench.engine.powers] == [False]
    bench.plug()
    assert [on for _, on in bench.engine.powers] == [False, True]


def test_only_weak_cells_are_checked_in_small_time_steps(bench):
    bench.unplug()
    bench.advance(100)
    assert len(bench.engine.slices) == 1
    bench.set_battery([PRESETS["demo"]] * 3)
    bench.advance(100)
    assert len(bench.engine.slices) == 1 + 20


def test_switched_off_device_does_not_brown_out(bench):
    bench.set_battery([Cell(500, 5.0)] * 3)
    bench.power_off()
    bench.unplug()
    bench.advance(100)
    assert [on for _, on in bench.engine.powers] == [False]
