from random import Random

import numpy as np
import pytest
from tests.pins import GPIO

from pingblock.errors import PingblockError
from pingblock.virtual import session_budget
from pingblock.virtual.harness import Harness
from pingblock.virtual.parts.battery import PICO_MW, Cell, diode_mv
from pingblock.virtual.serial_tap import sealed


@pytest.fixture
def harness():
    return Harness(Random(1))


@pytest.fixture
def on_cells(harness):
    """Unplugs the cable and fits cells: (mV, ohm) each."""

    def fit(*cells):
        harness.battery.plugged = False
        harness.battery.fit([Cell(*cell) for cell in cells])
        return harness

    return fit


def mv(harness, channel, at_us=0.0):
    """Voltage at a channel of the converter."""
    return harness.adc(at_us, channel) / 4096 * 3300


def play_loudly(harness, *levels):
    harness.pin(0.0, GPIO["amp_shutdown"], True)
    harness.speaker(0.0, 45.36, np.tile(np.array(levels, np.uint16), 200), 944)


def run_servo(harness, blocked=False):
    if blocked:
        harness.servo.block(0.0, 90.0, 90.0)
    harness.pin(0.0, GPIO["servo_supply"], True)
    harness.pwm(0.0, GPIO["servo"], 50.0, 0.1)


def test_light_pins_take_pwm_and_plain_levels(harness):
    harness.pwm(0.0, GPIO["light_red"], 1000.0, 1.0)
    harness.pin(10_000.0, GPIO["light_blue"], True)
    assert harness.light.colour == (255, 0, 255)
    harness.pwm(20_000.0, GPIO["light_red"], 0.0, 1.0)
    assert harness.light.colour == (0, 0, 255)


def test_servo_pins_reach_servo_and_unknown_pins_are_ignored(harness):
    harness.pin(0.0, 2, True)
    harness.pwm(0.0, 3, 1000.0, 0.5)
    assert harness.light.changes == []
    assert harness.servo.rows == []
    run_servo(harness)
    assert harness.servo.powered
    assert harness.servo.pulse_us == pytest.approx(2000.0)


def test_adc_reads_divided_vsys_cell_voltage_and_temperature(harness, on_cells):
    assert mv(harness, 3) * 3 == pytest.approx(4690, abs=40)
    assert mv(harness, 4) == pytest.approx(706, abs=12)
    assert harness.adc(0.0, 1) < 20, "no part is wired to it"
    assert mv(on_cells(*[(1500, 0.0)] * 3), 3) * 3 == pytest.approx(4260, abs=40)
    assert mv(on_cells((1500, 0.0)), 0) * 2 == pytest.approx(1500, abs=25)


def test_loud_sound_lowers_supply_seen_by_adc(on_cells):
    harness = on_cells(*[(1500, 0.5)] * 3)
    before = harness.adc(0.0, 3)
    play_loudly(harness, 0, 945)
    assert harness.adc(10_000.0, 3) < before - 60


def test_light_power_is_added_to_pico_power(harness):
    assert harness.load_mw(0.0) == PICO_MW
    harness.pwm(0.0, GPIO["light_red"], 1000.0, 1.0)
    assert harness.load_mw(0.0) == pytest.approx(PICO_MW + 33.0)


def test_servo_and_sound_load_same_cells(on_cells):
    harness = on_cells(*[(1500, 0.5)] * 3)
    open_mv = harness.vsys_mv(0.0)
    run_servo(harness, blocked=True)
    stalled_mv = harness.vsys_mv(0.0)
    drawn_ma = harness.servo.siemens * stalled_mv + PICO_MW * 1000 / stalled_mv
    assert stalled_mv == pytest.approx(4500 - diode_mv(drawn_ma) - 1.5 * drawn_ma, abs=0.1)
    assert mv(harness, 3) * 3 == pytest.approx(stalled_mv, abs=40)
    play_loudly(harness, 300, 645)
    assert harness.vsys_mv(10_000.0) < stalled_mv - 20 < open_mv - 600
    assert harness.worst_vsys_mv() < harness.vsys_mv(10_000.0)


def test_blocked_servo_lowers_voltage_of_boosted_cell(on_cells):
    harness = on_cells((1500, 0.1))
    before_mv = mv(harness, 0) * 2
    run_servo(harness, blocked=True)
    assert mv(harness, 0) * 2 < before_mv - 200


def test_servo_turns_slower_on_weak_cells(on_cells):
    harness = on_cells(*[(1100, 0.0)] * 3)
    run_servo(harness)
    supply_mv = harness.vsys_mv(0.0)
    harness.servo.advance(60_000.0)
    assert harness.servo.rows[-1].physical_deg == pytest.approx(
        90 + 36 * supply_mv / 5000, abs=0.2
    )


def test_reset_ends_all_outputs_and_is_reported(harness):
    harness.pwm(0.0, GPIO["light_red"], 1000.0, 1.0)
    harness.pin(0.0, GPIO["amp_shutdown"], True)
    harness.pin(0.0, GPIO["servo_supply"], True)
    harness.pin(0.0, GPIO["cell_load"], True)
    harness.speaker(0.0, 45.36, np.array([500], np.uint16), 944)
    harness.reset(50_000.0, "watchdog")
    assert harness.light.colour == (0, 0, 0)
    assert harness.sound.idle
    assert not harness.servo.powered
    assert not harness.cells_loaded
    assert harness.tap.events == [
        {"at_ms": 50.0, "source": "firmware", "kind": "reset", "cause": "watchdog"}
    ]


def test_forget_removes_past_events_and_keeps_present_state(harness):
    run_servo(harness)
    harness.pwm(0.0, GPIO["light_red"], 1000.0, 1.0)
    harness.pwm(9000.0, GPIO["light_red"], 1000.0, 0.2)
    harness.serial(10_000.0, sealed('{"id": 1, "ok": {}}'))
    assert harness.tap.replies
    harness.forget(20_000.0)
    assert not any((harness.tap.events, harness.tap.replies, harness.servo.rows))
    assert harness.light.changes == [(9000.0, (51, 0, 0))]
    assert harness.servo.powered


@pytest.mark.parametrize("signal", ["light_red", "servo"])
def test_untrusted_session_limits_number_of_changes(harness, monkeypatch, signal):
    monkeypatch.setattr(session_budget, "CHANGES_MOST", 100)
    harness.budget = session_budget.SessionBudget("chip")
    for n in range(60):
        harness.pwm(n * 20_000.0, GPIO[signal], 50.0, 0.05 + n % 2 / 100)

    def go_on():
        for n in range(60, 120):
            harness.pwm(n * 20_000.0, GPIO[signal], 50.0, 0.05 + n % 2 / 100)

    with pytest.raises(PingblockError, match="play a shorter part of it"):
        go_on()
