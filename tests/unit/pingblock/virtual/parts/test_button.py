import math
from random import Random

import pytest

from pingblock.virtual.parts.button import ButtonModel
from pingblock.virtual.parts.contact import CLEAN, Bounce

GPIO = 14


@pytest.fixture
def button(engine):
    return ButtonModel(engine, GPIO, Random(5))


@pytest.mark.parametrize(
    ("bounce", "until_us"),
    [
        (CLEAN, 61_000.0),
        (Bounce(spike_us=50.0), 1050.0),
        (Bounce(bounce_ms=0.0, edges=0, stuck=True), math.inf),
    ],
    ids=["clean", "spike", "stuck"],
)
def test_press_drives_pin_low_then_lets_it_float(engine, button, bounce, until_us):
    assert button.press(1000.0, 60.0, bounce) == until_us
    released = [(until_us, GPIO, None)] if until_us < math.inf else []
    assert engine.calls == [(1000.0, GPIO, False), *released]


def test_press_and_release_both_bounce_and_never_drive_high(engine, button):
    button.press(0.0, 60.0)
    before = [level for at_us, _, level in engine.calls if at_us < 30_000]
    after = [level for at_us, _, level in engine.calls if at_us >= 60_000]
    assert len(before) == len(after) == 7
    assert (before[-1], after[-1]) == (False, None)
    assert {*before, *after} == {False, None}


def test_bounce_of_very_short_press_ends_before_its_release(engine, button):
    button.press(0.0, 1.0, Bounce(bounce_ms=5.0))
    assert engine.calls[6][2] is False
    assert engine.calls[6][0] <= 500.0
