"""Times when the device switches itself off, and when it must not."""

import pytest

from pingware.services.idle import OFF_AFTER_MS, Idle
from pingware.shared import ticks

START = ticks.PERIOD - 40_000  # chosen so that the ticks wrap within the 90 s


def after(ms):
    return ticks.add(START, ms)


@pytest.fixture
def idle():
    return Idle(START)


def asked(idle, ms, on_usb=False, busy=False, finished=False):
    return idle.must_sleep(after(ms), on_usb, busy, finished)


@pytest.mark.parametrize(
    ("ms", "state", "sleeps"),
    [
        *((89_999, {}, False), (90_000, {}, True), (90_000, {"on_usb": True}, False)),
        *((4_000_000, {"on_usb": True}, False), (95_000, {"busy": True}, False)),
        (5_000, {"finished": True}, True),  # the goodbye of empty cells
        (5_000, {"finished": True, "on_usb": True}, False),
        (5_000, {"finished": True, "busy": True}, False),  # it must play to its end
    ],
)
def test_device_sleeps_when_idle_or_finished_unless_powered_or_busy(idle, ms, state, sleeps):
    assert asked(idle, ms, **state) is sleeps
    assert OFF_AFTER_MS == 90_000


@pytest.mark.parametrize("state", [None, {"on_usb": True}, {"busy": True}])
def test_use_cable_or_sound_restarts_the_90_seconds(idle, state):
    idle.use(after(60_000)) if state is None else asked(idle, 60_000, **state)
    assert not asked(idle, 149_999)
    assert asked(idle, 150_000)


def test_idle_time_can_be_set():
    assert Idle(START, off_after_ms=5_000).must_sleep(after(5_000), False, False)
