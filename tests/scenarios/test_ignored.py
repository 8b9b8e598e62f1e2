"""Edges that are not a press: chatter, spikes, a stuck key, and presses while a sound is on."""

import pytest


def presses(*at_ms, **more):
    options = "".join(f', "{name}": {value}' for name, value in more.items())
    return "\n".join(f'{{"at_ms": {at}, "do": "press"{options}}}' for at in at_ms)


@pytest.mark.rules
def test_presses_while_sounding_neither_draw_nor_queue(engine, play, seed_for, draws):
    seed = seed_for("coins", 6)
    story = play(engine, presses(1200, 1500, 1900, 2500, 6000), seed)
    assert story.outcomes() == draws(seed, 2)
    assert story.heard() == draws(seed, 2)


def test_spike_of_50_us_is_no_press(engine, play):
    story = play(engine, presses(1200, 1700, 2200, bounce='{"spike_us": 50}'), seed=1)
    assert story.outcomes() == []
    assert story.sounds() == []


@pytest.mark.parametrize("bounce", ["false", "true", "10", '{"bounce_ms": 4, "edges": 40}'])
def test_bouncing_press_counts_once(engine, play, seed_for, bounce):
    story = play(engine, presses(1200, bounce=bounce), seed_for("coins", 1))
    assert story.outcomes() == [("coins", 1)]
    assert len(story.of("press")) == 1


@pytest.mark.rules
def test_ten_bouncing_presses_are_ten(engine, play, seed_for):
    text = presses(*range(1200, 41_000, 4000), for_ms=45)
    assert len(play(engine, text, seed=3).outcomes()) == 10


@pytest.mark.rules
def test_stuck_key_draws_once_and_is_told(engine, play):
    story = play(engine, presses(1200, bounce='{"stuck": true}'), seed=2, until_ms=33_000)
    assert len(story.outcomes()) == 1
    assert [fault["code"] for fault in story.of("fault")] == ["block_button_stuck"]


def test_very_short_press_of_3_ms_counts(engine, play, seed_for):
    story = play(engine, presses(1200, for_ms=3, bounce="false"), seed_for("coins", 1))
    assert story.outcomes() == [("coins", 1)]
