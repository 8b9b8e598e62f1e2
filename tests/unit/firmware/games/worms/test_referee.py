"""The referee: whose turn it is, and matches counted by the button."""

from collections import Counter
from itertools import pairwise

import pytest
from tests.rules.rows import rows
from tests.unit.firmware.games.worms.worms_stage import order_of, starting_with, table_of


@pytest.mark.parametrize("row", rows("worms", "order"))
def test_turns_of_row_go_round_to_the_left(row):
    table = starting_with(1, row["players"], together=row["together"])
    assert order_of(table, len(row["order"])) == row["order"]


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_player_works_the_lever_twice_in_a_row_ww_18(players, together):
    order = order_of(table_of(players, together), 9)
    assert all(before != after for before, after in pairwise(order))
    assert set(order) == set(range(1, players + 1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_equally_often_ww_08(players):
    begun = Counter(table_of(players, seed=seed).referee.player for seed in range(1200))
    expected = 1200 / players
    chi_square = sum((begun[n] - expected) ** 2 / expected for n in range(1, players + 1))
    assert chi_square < 16.3  # p = 0.001 with three degrees of freedom


def test_next_player_is_called_after_a_wiggle_or_press_ww_15():
    table = starting_with(2, 3)
    assert table.stage.sounds == [("player", 2)]
    table.whole_run()
    assert table.stage.sounds[-2:] == [("ended", 0), ("player", 3)]
    assert table.stage.light_is == ("player", 3)
    assert [message["player"] for message in table.stage.told("turn")] == [2, 3]
    assert table.do("press") == "done"
    assert table.stage.heard("player") == [2, 3, 3]
    assert table.referee.scores == [0, 0, 0]


def test_stopped_wiggle_is_not_a_turn_and_its_player_continues():
    table = starting_with(1, 3)
    table.begin()
    table.wait(2000)
    table.begin()  # the pull stops the first run
    table.wait(26_000)
    assert order_of(table, 1) == [1, 1, 2]


def test_press_during_a_wiggle_of_20_s_scores_a_match_ww_t13():
    table = starting_with(1, 2)
    assert table.do("start") == "done"
    table.wait(300)
    assert table.do("press") == "nothing"
    table.wait(4700)
    assert table.do("press") == "done"
    assert table.referee.scores == [1, 0]
    told = {"event": "score", "player": 1, "count": 1, "of": 5, "ms": table.now_ms}
    assert table.stage.told("score") == [told]
    table.wait(14_999)
    assert table.worms.state == "started"
    table.wait(1)
    assert table.worms.state == "ready"


@pytest.mark.parametrize(("ms", "score"), [(200, 0), (499, 0), (500, 1)])
@pytest.mark.parametrize("held_ms", [0, 300])
def test_press_in_the_first_half_second_belongs_to_the_start_ww_t13(held_ms, ms, score):
    """A held press is recognized at its release, but counts from its beginning."""
    table = starting_with(1, 2)
    table.begin()
    table.wait(ms)
    assert table.hold(held_ms) == ("done" if score else "nothing")
    assert table.referee.scores[0] == score


def test_matches_are_announced_with_their_rising_count():
    table = starting_with(2, 2)
    table.begin()
    table.wait(1000)
    for _ in range(3):
        table.press_match()
    assert table.stage.heard("match") == [1, 2, 3]
    assert table.referee.scores == [0, 3]


def test_press_that_begins_before_the_wiggle_is_not_a_match():
    table = starting_with(1, 2)
    table.do("pull")
    table.wait(100)
    table.do("release")
    table.wait(600)
    assert table.worms.press(table.now_ms, 900) == "nothing"
    assert table.referee.scores == [0, 0]


@pytest.mark.parametrize(("pulls", "scores"), [(False, [1, 0]), (True, [0, 1])])
def test_late_match_counts_for_its_player_until_the_next_pull_ww_a_06(pulls, scores):
    table = starting_with(1, 2)
    table.begin()
    table.wait(20_100)
    assert table.referee.player == 2
    if pulls:
        table.begin()
    table.wait(1900)
    table.do("press")
    assert table.referee.scores == scores


@pytest.mark.parametrize(("ms", "score"), [(1, 1), (149, 1), (150, 2), (1000, 2), (2999, 2)])
def test_second_press_is_a_second_match_unless_it_bounces(ms, score):
    table = starting_with(1, 2)
    table.begin()
    table.wait(2000)
    table.do("press")
    table.wait(ms)
    assert table.do("press") == ("done" if score == 2 else "nothing")
    assert table.referee.scores == [score, 0]


@pytest.mark.parametrize(("held_ms", "score"), [(999, 2), (1000, 0), (1900, 0)])
def test_press_of_one_second_undoes_the_latest_match(held_ms, score):
    table = starting_with(1, 2)
    table.begin()
    table.wait(2000)
    table.do("press")
    table.wait(5000)
    assert table.hold(held_ms) == "done"
    assert table.referee.scores == [score, 0]
    assert table.stage.sounds[-1] == (("match", 2) if score else ("undo", 0))


def test_only_the_latest_match_can_be_undone():
    table = starting_with(1, 2)
    table.begin()
    table.wait(2000)
    table.press_match()
    table.press_match()
    assert table.hold(1200) == "done"
    table.wait(200)
    assert table.hold(1200) == "nothing"
    assert table.stage.sounds[-1] == ("refused", 0)
    assert table.referee.scores == [1, 0]


@pytest.mark.parametrize("how", ["hold", "request"])
def test_undo_at_zero_stays_at_zero_with_an_error_tone_ww_t14(how):
    table = starting_with(1, 2)
    reply = table.hold(1200) if how == "hold" else table.worms.undo(1, table.now_ms)
    assert reply == "nothing"
    assert table.referee.scores == [0, 0]
    assert table.stage.sounds[-1] == ("refused", 0)
