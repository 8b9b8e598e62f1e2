"""When the device switches itself off, and when it must not."""

import pytest

from pingware.services.idle import OFF_AFTER_MS, Idle
from pingware.shared import ticks

START = ticks.PERIOD - 40_000  # so that the 90 s cross the wrap of the ticks


def after(ms):
    return ticks.add(START, ms)


@pytest.fixture
def idle():
    return Idle(START)


def asked(idle, ms, on_usb=False, busy=False, finished=False):
    return idle.must_sleep(after(ms), on_usb, busy, finished)


def test_sleeps_after_ninety_seconds_without_use(idle):
    assert OFF_AFTER_MS == 90_000
    assert not asked(idle, 89_999)
    assert asked(idle, 90_000)


def test_a_use_starts_the_ninety_seconds_again(idle):
    idle.use(after(60_000))
    assert not asked(idle, 149_999)
    assert asked(idle, 150_000)


def test_never_sleeps_on_usb(idle):
    assert not any(asked(idle, s * 1000, on_usb=True) for s in range(0, 4000, 10))


def test_unplugging_usb_starts_the_ninety_seconds_again(idle):
    asked(idle, 500_000, on_usb=True)
    assert not asked(idle, 589_999)
    assert asked(idle, 590_000)


def test_a_sound_under_way_is_use(idle):
    assert not asked(idle, 95_000, busy=True)
    assert not asked(idle, 100_000)


def test_sleeps_at_once_after_the_goodbye_of_empty_cells(idle):
    assert asked(idle, 5_000, finished=True)


def test_the_goodbye_does_not_put_a_device_on_usb_to_sleep(idle):
    assert not asked(idle, 5_000, on_usb=True, finished=True)


def test_the_goodbye_is_heard_to_its_end(idle):
    assert not asked(idle, 5_000, busy=True, finished=True)


def test_the_time_can_be_set(idle):
    assert Idle(START, off_after_ms=5_000).must_sleep(after(5_000), False, False)
