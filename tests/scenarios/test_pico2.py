"""Compares the emulated Pico 2 with the emulated Pico: the same firmware, the same samples."""

import numpy as np
import pytest
from benchmarks.firmware_changes import rebuilt
from reliability.hangs import TASKS, with_line
from tests.pins import GPIO
from tests.processor import cycles

OFF_MS, NAP_MS = 90_000, 4000
_SPAN_MS = 4100
PRESS_MS = 1200  # By then, the ping of power-on is over.
# for GPIO 0..7, then four bytes for each eight GPIOs, see RP2350 datasheet 9.11.1
PIN_ENABLES = 0x40028248


@pytest.mark.parametrize("engine", [pytest.param("pico2", marks=pytest.mark.pico2("always"))])
def test_press_has_the_same_samples_on_both_chips(bench_of, engine, seed_for):
    benches = [bench_of(name, seed_for("coins", 2)) for name in ("chip", engine)]
    waves = []
    for bench in benches:
        bench.press(PRESS_MS)
        bench.advance_to(PRESS_MS + 1200)
        waves.append(bench.parts.sound.waveform(PRESS_MS * 1000))
    pico, pico_2 = ((wave.levels * 945).round()[1:15_001] for wave in waves)
    assert len(pico_2) == 15_000
    assert np.array_equal(pico, pico_2)
    answered_us = [wave.times_us[1] - PRESS_MS * 1000 for wave in waves]
    assert all(0 < us < 500 for us in answered_us)
    assert [len(bench.events("outcome")) for bench in benches] == [1, 1]


@pytest.mark.parametrize("engine", [pytest.param("pico2", marks=pytest.mark.pico2)])
def test_disabled_button_interrupt_causes_a_watchdog_reset_naming_it(bench_of, engine):
    register, place = divmod(GPIO["block_button"], 8)
    line = f"machine.mem32[{PIN_ENABLES + 4 * register}] &= ~(15 << {4 * place})"
    bench = bench_of(engine, image=rebuilt(with_line(*TASKS["settle"], line), engine).image)
    bench.press(4500)
    bench.advance_to(12_000)
    assert [event["cause"] for event in bench.events("reset")] == ["power_on", "watchdog"]
    assert bench.request("hello")["ok"]["ended"] == "block_interrupt"


@pytest.mark.parametrize("engine", [pytest.param("pico2", marks=pytest.mark.pico2)])
def test_unplugging_is_noticed_and_plugging_in_wakes_the_device(bench_of, engine):
    """Erratum RP2350-E9: the 10 kohm of the USB sense do not pull an enabled input low."""
    bench = bench_of(engine, tap=True)
    bench.advance_to(2500)
    assert bench.request("status")["ok"]["usb"] is True
    bench.unplug()
    bench.advance(1000)
    bench.check(for_ms=2200)
    bench.advance(4500)
    assert "fault" not in bench.events("battery")[-1], "the cells must be tested with a load"
    bench.advance(OFF_MS)
    bench.plug()
    bench.advance(NAP_MS + 2000)
    assert bench.request("status")["ok"]["usb"] is True


@pytest.mark.parametrize("engine", [pytest.param("pico2", marks=pytest.mark.pico2)])
def test_sleeping_device_uses_less_than_a_quarter_of_cycles(bench_of, engine):
    """The device starts on cells, because the emulated USB cannot suspend and ends naps."""
    bench = bench_of(engine)
    bench.unplug()
    bench.advance_to(OFF_MS - 10_000)
    awake = cycles(bench, _SPAN_MS)
    bench.advance_to(OFF_MS + 10_000)
    assert cycles(bench, _SPAN_MS) < awake / 4
