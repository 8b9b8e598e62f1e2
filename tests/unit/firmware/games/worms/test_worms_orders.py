"""The referee: its reports to the link, and events in any order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.firmware.games.worms.worms_stage import WormsTable, starting_with, table_of

from pingware.games.worms.variants import rules_of
from pingware.shared.random32 import from_int


@pytest.mark.parametrize("player", [0, 4, -1, None, "1", 1.0, True])
def test_players_outside_the_game_have_no_score(player):
    table = table_of(3)
    assert table.worms.match(player, table.now_ms) == "nothing"
    assert table.worms.undo(player, table.now_ms) == "nothing"
    assert table.referee.scores == [0, 0, 0]


def test_rules_change_only_between_wiggles_and_begin_a_new_game():
    table = table_of(2)
    table.begin()
    assert table.worms.set_rules(rules_of(4), table.now_ms) == "busy"
    table.wait(20_000)
    assert table.worms.set_rules(rules_of(4), table.now_ms) == "done"
    assert table.referee.scores == [0, 0, 0, 0]
    assert table.stage.sounds[-1][0] == "player"


def test_worms_can_be_played_without_the_referee():
    table = table_of(2)
    table.worms.set_rules(None, table.now_ms)
    table.stage.messages.clear()
    table.whole_run()
    assert {message["event"] for message in table.stage.messages} == {"run"}
    assert "player" not in table.worms.status(table.now_ms)
    assert table.stage.light_is == ("off", 0)


def test_new_seed_decides_the_next_game():
    starts = []
    for seed in (1, 2):
        table = table_of(4, mixed=True, seed=seed)
        table.worms.draw_with(from_int(5))
        table.referee.new_game(table.now_ms)
        starts.append((table.referee.player, table.referee.hands))
    assert starts[0] == starts[1]


def test_match_window_stays_closed_after_days_without_a_look():
    table = starting_with(1, 2)
    table.begin()
    table.wait(20_000)
    for _ in range(13):
        table.at_ms += 86_400_000
        table.worms.tick(table.now_ms)
    table.at_ms += (1 << 30) - 13 * 86_400_000
    assert table.worms.state == "ready"
    table.do("press")
    assert table.referee.scores == [0, 0]


EVENTS = ("pull", "release", "lever_failed", "start", "stop", "press")
EVENTS += ("match", "undo", "rules", "hold")
STORY = st.lists(st.tuples(st.sampled_from(EVENTS), st.integers(0, 8000)), max_size=80)


def happen(table, event, number):
    if event == "match":
        table.worms.match(number % 5, table.now_ms)
    elif event == "undo":
        table.worms.undo(number % 5, table.now_ms)
    elif event == "rules":
        rules = rules_of(2 + number % 3, bool(number & 4), bool(number & 8))
        table.worms.set_rules(rules, table.now_ms)
    elif event == "hold":
        table.hold(1000 + number % 1000)
    else:
        table.do(event)


def check(table):
    """Checks the rules that must be true at any time."""
    referee = table.referee
    each, scores = referee.rules.each, referee.scores
    assert 1 <= referee.player <= referee.rules.players == len(scores)
    assert all(0 <= score <= each for score in scores)
    assert table.stage.moving == (table.worms.state == "started")
    if referee.winner is None:
        assert each not in scores
    elif referee.winner:
        assert scores[referee.winner - 1] == each
        assert scores.count(each) == 1
    if referee.winner is not None:
        assert table.worms.state == "ready"


@given(STORY, st.integers(2, 4), st.booleans(), st.booleans(), st.integers(0, 1000))
def test_events_in_any_order_keep_scores_right_and_game_playable(
    story, players, together, mixed, seed
):
    table = WormsTable(rules_of(players, together, mixed), seconds=10, seed=seed, look_ms=100)
    for event, number in story:
        happen(table, event, number)
        check(table)
        table.wait(number)
        check(table)
    table.do("stop")
    table.wait(6000)
    table.begin()
    before = table.referee.player
    table.wait(10_000)
    assert table.stage.states[-3:] == ["armed", "started", "ended"]
    assert table.referee.player == before % table.referee.rules.players + 1
    for _ in range(table.referee.rules.each):
        table.worms.match(1, table.now_ms)
    assert table.referee.winner == 1


@given(STORY)
def test_every_score_change_is_reported_and_is_one_match(story):
    table = table_of(3, seconds=10, look_ms=100)
    for event, number in story:
        before, told = list(table.referee.scores), len(table.stage.told("score"))
        turns = len(table.stage.told("turn"))
        happen(table, event, number)
        changes = [abs(b - a) for a, b in zip(before, table.referee.scores, strict=False)]
        new = table.stage.told("score")[told:]
        if table.stage.told("turn")[turns:] and not new:
            continue  # this begins a new game
        assert sum(changes) == len(new) <= 1
        for message in new:
            assert table.referee.scores[message["player"] - 1] == message["count"]
        table.wait(number)
