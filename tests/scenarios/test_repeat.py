"""Hearing an outcome again never draws. See also ``trials/test_press_rule.py``."""

import pytest

HELD = '{"at_ms": 1200, "do": "press", "for_ms": 900}'
PRESS_CHECK_PRESS = """
    {"at_ms": 1200, "do": "press"}
    {"at_ms": 6000, "do": "check"}
    {"at_ms": 11000, "do": "press"}
"""


@pytest.mark.rules
def test_held_button_replays_the_outcome_after_its_end(engine, play, seed_for):
    story = play(engine, HELD, seed_for("laugh"))
    assert story.outcomes() == story.outcomes("replay") == [("laugh", 0)]
    assert story.heard() == [("laugh", 0)] * 2


@pytest.mark.rules
def test_check_button_replays_without_using_up_a_draw(engine, play, seed_for, draws):
    seed = seed_for("power_up")
    story = play(engine, PRESS_CHECK_PRESS, seed)
    first, second = draws(seed, 2)
    assert story.outcomes() == [first, second]
    assert story.outcomes("replay") == [first]
    assert story.heard() == [first, first, second]


@pytest.mark.rules
def test_check_button_during_a_sound_is_ignored(engine, play, seed_for):
    text = '{"at_ms": 1200, "do": "press"}\n{"at_ms": 1800, "do": "check"}'
    assert play(engine, text, seed_for("coins", 5)).heard() == [("coins", 5)]
