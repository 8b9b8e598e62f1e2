"""The watchdog is fed only while every task is on time."""

import pytest

from services.health import Health
from ticks import PERIOD, add


@pytest.fixture
def health():
    health = Health()
    health.expect("light", 100, 0)
    health.expect("link", 1000, 0)
    return health


def test_nobody_expected_is_well() -> None:
    assert Health().all_well(5)


def test_well_until_the_first_task_is_late(health) -> None:
    assert health.all_well(100)
    assert not health.all_well(101)
    assert health.late(101) == ["light"]
    assert health.late(5000) == ["light", "link"]


def test_beats_keep_it_well(health) -> None:
    for now_ms in range(0, 5000, 100):
        health.beat("light", now_ms)
        health.beat("link", now_ms)
        assert health.all_well(now_ms + 100)


def test_one_lively_task_does_not_cover_for_a_dead_one(health) -> None:
    for now_ms in range(0, 2000, 50):
        health.beat("light", now_ms)
    assert health.late(1999) == ["link"]


def test_a_task_that_ended_as_it_should_is_not_missed(health) -> None:
    health.forget("light")
    health.forget("light")
    assert health.all_well(1000)


def test_a_beat_of_a_stranger_is_a_slip_in_the_wiring(health) -> None:
    with pytest.raises(KeyError):
        health.beat("servo", 0)


def test_times_are_right_across_the_wrap_of_the_clock() -> None:
    health = Health()
    health.expect("light", 100, PERIOD - 30)
    assert health.all_well(add(PERIOD - 30, 100))
    assert not health.all_well(add(PERIOD - 30, 101))
    health.beat("light", 50)
    assert health.all_well(150)
