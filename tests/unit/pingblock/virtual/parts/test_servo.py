import io
from itertools import pairwise
from random import Random

import pytest

from pingblock.virtual.parts.servo import (
    HURRYING_MA,
    IDLE_MA,
    MOVING_MA,
    STALL_MA,
    ServoModel,
    angle_deg,
    write_csv,
)

HZ = 50.0


def ask(servo, pulse_us, at_us=0.0):
    servo.signal(at_us, HZ, pulse_us * HZ / 1e6)


def turn_by(servo, deg):
    """Commands a servo at 0 deg to an angle. Returns the current at that moment, mA."""
    ask(servo, 500 + deg * 1900 / 180)
    return servo.current_ma


def horn_deg(servo, at_us):
    servo.advance(at_us)
    return servo.rows[-1].physical_deg


def at_rest(start_deg=0.0):
    made = ServoModel(start_deg=start_deg)
    made.supply(0.0, True)
    return made


@pytest.fixture
def servo():
    return at_rest()


@pytest.fixture
def pushing(servo):
    """A servo on its way from 0 to 90 deg that an obstacle at 30 deg will stop."""
    servo.block(0.0, high_deg=30.0)
    ask(servo, 1450)
    return servo


@pytest.mark.parametrize(
    ("pulse_us", "deg"), [(500, 0), (1450, 90), (2400, 180), (300, 0), (2600, 180)]
)
def test_pulse_width_maps_to_angle_within_stops(pulse_us, deg):
    assert angle_deg(pulse_us) == pytest.approx(deg)


@pytest.mark.parametrize(
    ("pulse_us", "at_us", "deg", "current_ma"),
    [
        (2400, 100_000.0, 60.0, HURRYING_MA),
        (1450, 1_000_000.0, 90.0, IDLE_MA),
        (504, 100_000.0, 0.0, IDLE_MA),
    ],
    ids=["60 degrees in a tenth of a second", "stops there", "below the dead band"],
)
def test_horn_turns_to_commanded_angle(servo, pulse_us, at_us, deg, current_ma):
    ask(servo, pulse_us)
    assert horn_deg(servo, at_us) == pytest.approx(deg, abs=0.01)
    assert servo.current_ma == current_ma
    assert servo.rows[0].pulse_us == 0.0
    assert servo.rows[-1].pulse_us == pytest.approx(pulse_us)


def test_servo_without_supply_does_not_move_and_draws_nothing():
    servo = ServoModel(start_deg=10.0)
    ask(servo, 2400)
    assert horn_deg(servo, 500_000.0) == 10.0
    assert servo.current_ma == 0.0


def test_servo_without_pulses_or_supply_stays_where_it_is(servo):
    ask(servo, 2400)
    servo.signal(50_000.0, 0.0, 0.0)
    assert horn_deg(servo, 500_000.0) == pytest.approx(30.0, abs=0.01)
    assert servo.rows[-1].pulse_us == 0.0
    ask(servo, 500, at_us=600_000.0)
    servo.supply(625_000.0, False)
    assert horn_deg(servo, 900_000.0) == pytest.approx(15.0, abs=0.01)


@pytest.mark.parametrize(("deg", "current_ma"), [(1, 112.5), (6, 175), (12, 250), (180, 250)])
def test_larger_turn_draws_more_current(servo, deg, current_ma):
    assert turn_by(servo, deg) == pytest.approx(current_ma)
    assert MOVING_MA < servo.current_ma <= HURRYING_MA


def test_current_falls_as_horn_nears_its_target(servo):
    turn_by(servo, 12)
    servo.advance(10_000.0)
    assert servo.current_ma == pytest.approx(175.0)
    servo.advance(20_000.0)
    assert servo.current_ma == IDLE_MA


@pytest.mark.parametrize("supply_mv", [5000.0, 4000.0, 2500.0])
def test_lower_supply_makes_servo_slower_and_draw_less(servo, supply_mv):
    servo.feed(0.0, supply_mv)
    assert turn_by(servo, 180) == pytest.approx(HURRYING_MA * supply_mv / 5000)
    assert horn_deg(servo, 100_000.0) == pytest.approx(60.0 * supply_mv / 5000)


def test_servo_stalls_below_2500_mv_until_voltage_rises(servo):
    servo.feed(0.0, 2400.0)
    assert turn_by(servo, 90) == pytest.approx(STALL_MA * 2400 / 5000)
    servo.feed(100_000.0, 5000.0)
    assert servo.rows[-1].physical_deg == 0.0
    assert horn_deg(servo, 200_000.0) == pytest.approx(60.0)


def test_stalled_servo_is_a_constant_resistor(servo):
    servo.block(0.0, high_deg=0.0)
    turn_by(servo, 90)
    for supply_mv in (5000.0, 3000.0):
        servo.feed(0.0, supply_mv)
        assert servo.siemens == pytest.approx(0.130)
        assert servo.current_ma == pytest.approx(0.130 * supply_mv)


def test_move_is_recorded_each_frame(servo):
    ask(servo, 2400)
    servo.advance(100_000.0)
    assert [row.time_ms for row in servo.rows[2:]] == [20, 40, 60, 80, 100]


def test_record_does_not_depend_on_time_steps(servo):
    other = at_rest()
    for one in (servo, other):
        ask(one, 2000)
    servo.advance(300_000.0)
    for at_us in (*range(0, 300_001, 7_000), 300_000):
        other.advance(float(at_us))
    assert other.rows == servo.rows
    assert len(other.rows) > 10


def test_servo_stalls_when_horn_is_blocked(pushing):
    pushing.advance(49_000.0)
    assert (pushing.current_ma, pushing.stalled) == (HURRYING_MA, False)
    pushing.advance(500_000.0)
    row = pushing.rows[-1]
    assert (row.physical_deg, row.commanded_deg) == pytest.approx((30.0, 90.0))
    assert row.current_ma == STALL_MA
    assert (pushing.current_ma, pushing.stalled) == (STALL_MA, True)


def test_horn_continues_after_block_is_removed(pushing):
    pushing.block(200_000.0)
    assert pushing.current_ma == HURRYING_MA
    assert horn_deg(pushing, 300_000.0) == pytest.approx(90.0)
    assert pushing.current_ma == IDLE_MA


def test_turning_back_ends_the_stall(pushing):
    ask(pushing, 600, at_us=200_000.0)
    assert not pushing.stalled
    assert horn_deg(pushing, 400_000.0) == pytest.approx(angle_deg(600), abs=0.01)


def test_block_below_horn_stalls_servo_as_well():
    servo = at_rest(start_deg=90.0)
    servo.block(0.0, low_deg=60.0)
    ask(servo, 500)
    assert horn_deg(servo, 500_000.0) == pytest.approx(60.0)
    assert servo.stalled


def test_stalled_servo_draws_less_without_pulses_and_nothing_without_supply(pushing):
    pushing.signal(200_000.0, 0.0, 0.0)
    assert pushing.current_ma == IDLE_MA
    ask(pushing, 1450, at_us=300_000.0)
    assert pushing.current_ma == STALL_MA
    pushing.supply(400_000.0, False)
    assert pushing.current_ma == 0.0


def test_push_within_the_dead_band_is_not_a_stall(servo):
    servo.block(0.0, high_deg=30.0)
    turn_by(servo, 30.3)
    servo.advance(500_000.0)
    assert servo.current_ma == IDLE_MA


def test_block_behind_horn_does_not_move_it(servo):
    ask(servo, 1450)
    servo.advance(300_000.0)
    servo.block(300_000.0, high_deg=30.0)
    assert horn_deg(servo, 400_000.0) == pytest.approx(90.0)


def test_horn_speed_stays_within_limit_for_random_pulses(servo):
    rng = Random(5)
    for frame in range(1, 500):
        ask(servo, rng.uniform(400, 2600), at_us=frame * 20_000.0)
        if frame % 50 == 0:
            servo.block(frame * 20_000.0, rng.uniform(0, 90), rng.uniform(90, 180))
    for before, after in pairwise(servo.rows):
        turned = abs(after.physical_deg - before.physical_deg)
        assert turned <= (after.time_ms - before.time_ms) * 0.6 + 0.01
        assert 0 <= after.physical_deg <= 180


def test_csv_has_header_and_one_line_per_row(servo):
    ask(servo, 1500, at_us=20_000.0)
    text = io.StringIO()
    write_csv(servo.rows, text)
    lines = text.getvalue().splitlines()
    assert lines[0] == "time_ms,pulse_us,commanded_deg,physical_deg,current_ma"
    assert lines[-1].startswith("20.0,1500.0,94.737,0.0,250.0")
    assert len(lines) == 1 + len(servo.rows)
