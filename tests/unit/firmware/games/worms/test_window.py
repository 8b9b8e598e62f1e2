"""A span of time that closes automatically, also across the wrap of the ticks."""

import pytest

from pingware.games.worms.referee import Window
from pingware.shared import ticks


@pytest.fixture
def window():
    return Window(3000)


@pytest.mark.parametrize("start", [0, 5, ticks.PERIOD - 1000, ticks.PERIOD - 1])
def test_window_is_open_for_its_length_and_then_stays_closed(window, start):
    assert not window.is_open(start)
    window.open(start)
    assert window.is_open(start)
    assert window.is_open(ticks.add(start, 2999))
    assert not window.is_open(ticks.add(start, 3000))
    assert not window.is_open(start), "the ticks have wrapped"


def test_reopened_window_has_its_full_length_and_may_close_early(window):
    window.open(0)
    assert not window.is_open(ticks.PERIOD // 2 + 5), "a look many days later"
    window.open(0)
    window.open(2000)
    assert window.is_open(4999)
    window.close()
    assert not window.is_open(4999)
