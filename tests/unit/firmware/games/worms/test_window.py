"""A span of time that closes by itself, also across the wrap of the ticks."""

import pytest

from pingware.games.worms.window import Window
from pingware.shared import ticks


@pytest.fixture
def window():
    return Window(3000)


def test_is_closed_at_first(window):
    assert not window.is_open(0)


@pytest.mark.parametrize("start", [0, 5, ticks.PERIOD - 1000, ticks.PERIOD - 1])
def test_is_open_for_its_length_and_no_longer(window, start):
    window.open(start)
    assert window.is_open(start)
    assert window.is_open(ticks.add(start, 2999))
    assert not window.is_open(ticks.add(start, 3000))


def test_once_closed_it_does_not_open_again_when_the_ticks_come_round(window):
    window.open(100)
    assert not window.is_open(5000)
    assert not window.is_open(100)


def test_is_closed_at_a_look_many_days_later(window):
    window.open(0)
    assert not window.is_open(ticks.PERIOD // 2 + 5)


def test_opening_again_gives_it_its_full_length(window):
    window.open(0)
    window.open(2000)
    assert window.is_open(4999)


def test_can_be_closed_early(window):
    window.open(0)
    window.close()
    assert not window.is_open(1)
