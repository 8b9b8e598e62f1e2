"""Hearing an outcome again never draws."""

import pytest

HELD = '{"at_ms": 1200, "do": "press", "for_ms": 900}'
PRESS_AND_CHECK = '{"at_ms": 1200, "do": "press"}\n{"at_ms": 6000, "do": "check"}'


@pytest.mark.rules
@pytest.mark.parametrize("outcome", [("coins", 3), ("laugh", 0)])
def test_holding_the_button_replays_the_outcome_after_it_ended(engine, play, seed_for, outcome):
    story = play(engine, HELD, seed_for(*outcome))
    assert story.outcomes() == [outcome]
    assert story.outcomes("replay") == [outcome]
    assert story.heard() == [outcome, outcome]


@pytest.mark.rules
def test_press_of_600_ms_is_no_hold(engine, play, seed_for):
    story = play(engine, HELD.replace("900", "600"), seed_for("coins", 1))
    assert story.heard() == [("coins", 1)]


@pytest.mark.frozen
@pytest.mark.rules
@pytest.mark.parametrize("outcome", [("coins", 2), ("power_up", 0)])
def test_check_button_replays_the_last_outcome(engine, play, seed_for, outcome):
    story = play(engine, PRESS_AND_CHECK, seed_for(*outcome))
    assert story.outcomes() == [outcome]
    assert story.outcomes("replay") == [outcome]
    assert story.heard() == [outcome, outcome]


@pytest.mark.rules
def test_replay_leaves_the_next_draw_as_it_was(engine, play, draws):
    story = play(engine, PRESS_AND_CHECK + '\n{"at_ms": 11000, "do": "press"}', seed=5)
    assert story.outcomes() == draws(5, 2)


@pytest.mark.rules
def test_check_before_any_outcome_draws_nothing(engine, play):
    story = play(engine, '{"at_ms": 1200, "do": "check"}', seed=1)
    assert story.outcomes() == []
    assert story.outcomes("replay") == []


@pytest.mark.rules
def test_check_while_sounding_is_ignored(engine, play, seed_for):
    text = '{"at_ms": 1200, "do": "press"}\n{"at_ms": 1800, "do": "check"}'
    assert play(engine, text, seed_for("coins", 5)).heard() == [("coins", 5)]
