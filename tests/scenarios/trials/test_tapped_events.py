"""On cells, the tap gets the firmware's events at once."""

import pytest

LEAVE = """
    {"at_ms": 800, "do": "unplug"}
    {"at_ms": 2000, "do": "press"}
"""
BACK = """
    {"at_ms": 7000, "do": "plug"}
"""
TAPS = 40  # the firmware itself keeps 32 events
SEEN = ["hello", "battery", "press", "outcome"]


def told(story):
    return [event["kind"] for event in story.events if event["source"] == "firmware"][1:]


def test_scenario_on_cells_shows_its_events_at_once(engine, play, seed_for, draws):
    seed = seed_for("coins", 2)
    story = play(engine, LEAVE, seed, until_ms=5000, tap=True)
    assert told(story) == SEEN
    (press,) = story.of("press")
    assert press["at_ms"] == pytest.approx(2000, abs=6)
    assert story.outcomes() == draws(seed)


def test_events_repeated_by_the_link_appear_once(play, seed_for):
    story = play("desk", LEAVE + BACK, seed_for("coins", 2), until_ms=12_000, tap=True)
    assert told(story)[: len(SEEN)] == SEEN
    assert len(story.of("press")) == len(story.of("outcome")) == 1


def test_tap_shows_every_one_of_many_events(play):
    checks = [f'{{"at_ms": {2000 + 200 * tap}, "do": "check"}}' for tap in range(TAPS)]
    text = '{"at_ms": 800, "do": "unplug"}\n' + "\n".join(checks)
    story = play("desk", text, seed=1, tap=True)
    times_ms = [event["at_ms"] for event in story.of("press")]
    assert len(times_ms) == TAPS
    assert times_ms == pytest.approx([2082 + 200 * tap for tap in range(TAPS)], abs=25)
