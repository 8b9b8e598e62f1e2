"""Pictures of the motion show the real values, and the motion stays within the limits in them."""

import numpy as np
import pytest
from tools.pictures.plots import PROFILES, SEED
from tools.pictures.worms_record import RUN_S, WHOLE_S, record

from pingblock.virtual.parts.servo import DEAD_BAND_DEG, HURRYING_MA, IDLE_MA

ROUNDING = 1e-6


@pytest.fixture(scope="module", params=PROFILES)
def shown(request):
    return record(request.param, SEED)


def test_speed_acceleration_and_range_keep_to_the_limits(shown):
    speed, acceleration, _ = shown.limits
    assert np.abs(shown.speed).max() <= speed + ROUNDING
    assert np.abs(shown.acceleration).max() <= acceleration + ROUNDING
    low_deg, high_deg = shown.range_deg
    for angles in (shown.commanded_deg, shown.horn_deg):
        assert low_deg <= angles.min() + DEAD_BAND_DEG
        assert angles.max() <= high_deg


def test_drawn_limits_are_close_to_the_motion(shown):
    assert np.abs(shown.speed).max() > 0.5 * shown.limits[0]
    assert np.abs(shown.acceleration).max() > 0.3 * shown.limits[1]
    assert np.ptp(shown.horn_deg) > 0.6 * (shown.range_deg[1] - shown.range_deg[0])


def test_speed_is_the_change_of_the_angle(shown):
    turned = np.cumsum(shown.speed) * (shown.time_s[1] - shown.time_s[0])
    assert turned + 90.0 == pytest.approx(shown.commanded_deg, abs=0.01)
    steps = np.diff(shown.speed) / np.diff(shown.time_s)
    assert steps == pytest.approx(shown.acceleration[1:])


def test_horn_follows_the_commanded_angle(shown):
    assert np.abs(shown.horn_deg - shown.commanded_deg).max() <= DEAD_BAND_DEG


def test_current_is_that_of_a_freely_moving_servo(shown):
    assert shown.peak_ma.max() < HURRYING_MA
    assert (shown.mean_ma <= shown.peak_ma).all()
    moving = np.abs(shown.speed) > 40  # slower frames stay within the dead band
    assert shown.peak_ma[moving & (shown.time_s < RUN_S)].min() > 100
    assert (shown.mean_ma == IDLE_MA).any()


def test_wiggle_ends_at_home_without_power(shown):
    assert len(shown.time_s) == WHOLE_S * 50
    assert shown.time_s[-1] == pytest.approx(WHOLE_S)
    assert shown.horn_deg[-1] == pytest.approx(90.0, abs=DEAD_BAND_DEG)
    assert shown.peak_ma[-20:].max() == 0.0
    assert shown.peak_ma[shown.time_s < RUN_S].min() >= IDLE_MA


def test_only_the_same_seed_gives_the_same_wiggle():
    one, same, other = (record("normal", seed) for seed in (1, 1, 2))
    assert (one.horn_deg == same.horn_deg).all()
    assert (one.horn_deg != other.horn_deg).any()
