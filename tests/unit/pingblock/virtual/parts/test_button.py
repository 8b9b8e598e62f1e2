import math
from random import Random

import pytest

from pingblock.virtual.parts.button import ButtonModel
from pingblock.virtual.parts.contact import CLEAN, Bounce

GPIO = 14


class Drives:
    def __init__(self):
        self.calls = []

    def drive(self, at_us, gpio, level):
        self.calls.append((at_us, gpio, level))


@pytest.fixture
def engine():
    return Drives()


@pytest.fixture
def button(engine):
    return ButtonModel(engine, GPIO, Random(5))


def test_clean_press_drives_low_and_then_lets_the_pin_float(engine, button):
    assert button.press(1000.0, 60.0, CLEAN) == 61_000.0
    assert engine.calls == [(1000.0, GPIO, False), (61_000.0, GPIO, None)]


def test_button_never_drives_high(engine, button):
    button.press(0.0, 60.0)
    assert {level for _, _, level in engine.calls} == {False, None}


def test_press_and_release_both_bounce(engine, button):
    button.press(0.0, 60.0)
    before = [call for call in engine.calls if call[0] < 30_000]
    after = [call for call in engine.calls if call[0] >= 60_000]
    assert len(before) == len(after) == 7
    assert before[-1][2] is False
    assert after[-1][2] is None


def test_chatter_of_a_very_short_press_ends_before_its_release(engine, button):
    button.press(0.0, 1.0, Bounce(bounce_ms=5.0))
    assert [level for _, _, level in engine.calls[:7]][-1] is False
    assert engine.calls[6][0] <= 500.0


def test_spike_touches_once_for_as_long_as_told(engine, button):
    assert button.press(100.0, 60.0, Bounce(spike_us=50.0)) == 150.0
    assert engine.calls == [(100.0, GPIO, False), (150.0, GPIO, None)]


def test_stuck_button_never_opens(engine, button):
    assert button.press(0.0, 60.0, Bounce(bounce_ms=0.0, edges=0, stuck=True)) == math.inf
    assert engine.calls == [(0.0, GPIO, False)]
