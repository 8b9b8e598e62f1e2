"""The timer of the worms: armed, started, and ended in time, in any order of events."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.firmware.games.worms.worms_stage import WormsTable

from pingware.games.worms import rules
from pingware.shared.random32 import from_int


@pytest.fixture
def table():
    return WormsTable()


def ended_at(table, most_ms=70_000):
    """Waits for the end. Returns the length of the wiggle, ms."""
    began = table.at_ms
    while table.worms.state == "started":
        assert table.at_ms - began < most_ms, "the run never ended"
        table.wait(1)
    return table.at_ms - began


@pytest.mark.parametrize("seconds", [5, 13, 20, 60])
def test_wiggle_has_the_length_that_was_set(seconds):
    table = WormsTable(seconds=seconds, look_ms=1)
    table.begin()
    assert ended_at(table) == seconds * 1000
    assert table.stage.states == ["armed", "started", "ended"]
    assert not table.stage.moving
    assert table.stage.sounds[-1] == ("ended", 0)


def test_wiggle_counts_from_the_edge_of_the_release(table):
    table.do("pull")
    edge_ms = table.now_ms
    table.at_ms += 30
    table.worms.release(edge_ms)
    assert table.stage.told("run")[-1]["ms"] == edge_ms
    assert table.worms.wait_ms(table.now_ms) == 15_000 - 30
    table.wait(19_965)
    assert table.worms.state == "started"
    table.wait(5)
    assert table.worms.state == "ready"


def test_requested_waits_hit_every_tick_and_the_end(table):
    table.begin()
    at = []
    while (wait_ms := table.worms.wait_ms(table.now_ms)) is not None:
        assert wait_ms > 0
        table.at_ms += wait_ms
        table.worms.tick(table.now_ms)
        at.append(table.at_ms - 200)
    assert at == [15_000, 16_000, 17_000, 18_000, 19_000, 20_000]
    assert table.stage.heard("tick") == [5, 4, 3, 2, 1]


def test_new_length_applies_from_the_next_wiggle_even_while_armed(table):
    table.begin()
    table.worms.set_length(rules.surprise(5, 5))
    assert ended_at(table) == 20_000
    table.do("pull")
    table.worms.set_length(rules.surprise(6, 6))
    table.do("release")
    assert ended_at(table) == 6000


def test_random_length_is_hidden_until_the_wiggle_ends():
    table = WormsTable(length=rules.surprise(10, 20))
    table.begin()
    assert table.stage.light_is == ("surprise", 0)
    assert "length_ms" not in table.stage.told("run")[-1]
    length_ms = ended_at(table)
    assert table.stage.heard("tick") == []
    assert table.stage.told("run")[-1]["length_ms"] == length_ms


def test_random_lengths_fill_their_range_evenly_and_follow_the_seed():
    def lengths(seed, drawn_with=None):
        table = WormsTable(length=rules.surprise(5, 15), seed=seed)
        if drawn_with:
            table.worms.draw_with(from_int(drawn_with))
        for _ in range(200):
            table.worms.start(table.now_ms)
            table.at_ms += 15_001
            table.worms.tick(table.now_ms)
        ended = [message for message in table.stage.told("run") if message["state"] == "ended"]
        return [message["length_ms"] for message in ended]

    drawn = lengths(1)
    assert len(drawn) == 200
    assert 5000 <= min(drawn) < 5200 < 14_800 < max(drawn) <= 15_000
    assert abs(sum(drawn) / 200 - 10_000) < 600
    assert drawn == lengths(1) != lengths(2)
    assert lengths(1, drawn_with=9) == lengths(2, drawn_with=9) != drawn


EVENTS = ("pull", "release", "lever_failed", "start", "stop", "press")
STORY = st.lists(st.tuples(st.sampled_from(EVENTS), st.integers(0, 9000)), max_size=60)
AFTER = {
    "ready": {"armed", "started"},
    "armed": {"started", "stopped"},
    "started": {"ended", "stopped", "won"},
}


@given(STORY)
def test_no_order_of_events_leads_to_a_dead_end(story):
    table = WormsTable(seconds=10, look_ms=100)
    for event, ms in story:
        table.do(event)
        table.wait(ms)
        assert table.stage.moving == (table.worms.state == "started")
    state = "ready"
    for told in table.stage.states:
        assert told in AFTER[state]
        state = told if told in ("armed", "started") else "ready"
    assert state == table.worms.state
    table.do("stop")
    table.begin()
    table.wait(10_000)
    assert table.stage.states[-3:] == ["armed", "started", "ended"]
    assert not table.stage.moving


@given(STORY)
def test_undisturbed_wiggle_has_its_full_length(story):
    table = WormsTable(seconds=10, look_ms=10)
    began = 0
    for event, ms in story:
        before = len(table.stage.states)
        table.do(event)
        if table.stage.states[before:][-1:] == ["started"]:
            began = table.at_ms
        for _ in range(min(ms, 3000) // 10):
            told = len(table.stage.states)
            table.wait(10)
            if table.stage.states[told:] == ["ended"]:
                assert 10_000 <= table.at_ms - began <= 10_010


def test_remaining_time_of_a_wiggle_is_known_while_it_lasts(table):
    worms, now_ms = table.worms, table.now_ms
    assert worms.left_ms(now_ms) is None
    worms.start(now_ms)
    left_ms = worms.left_ms(now_ms)
    assert left_ms == worms.wait_ms(now_ms) + 5000
    assert worms.left_ms(now_ms + 1234) == left_ms - 1234
