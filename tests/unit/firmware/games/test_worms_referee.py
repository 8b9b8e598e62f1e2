"""The referee: turns, matches, regrets and wins, in every way of playing."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worms_stage import Table, table_of

from games.random32 import from_int
from games.worms_rules import rules_of


def order_of(table, runs):
    """Returns the players of so many runs, as their starts were reported."""
    for _ in range(runs):
        table.whole_run()
    starts = [message for message in table.stage.told("run") if message["state"] == "started"]
    return [message["player"] for message in starts]


def starting_with(player, players, **others):
    """Returns a table at which ``player`` is up first."""
    for seed in range(100):
        table = table_of(players, seed=seed, **others)
        if table.referee.player == player:
            return table
    raise AssertionError(f"player {player} never begins")


# Turns.


def test_standard_turns_go_round_to_the_left_ww_t10():
    table = starting_with(1, 3)
    assert order_of(table, 4) == [1, 2, 3, 1]


def test_all_at_once_the_lever_goes_round_ww_t11():
    table = starting_with(1, 4, together=True)
    assert order_of(table, 5) == [1, 2, 3, 4, 1]


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_works_the_lever_twice_in_a_row_ww_18(players, together):
    order = order_of(table_of(players, together), 9)
    assert all(before != after for before, after in pairwise(order))
    assert set(order) == set(range(1, players + 1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_equally_often_ww_08(players):
    begun = [table_of(players, seed=seed).referee.player for seed in range(3000)]
    expected = 3000 / players
    chi_square = sum(
        (begun.count(player) - expected) ** 2 / expected for player in range(1, players + 1)
    )
    assert chi_square < 16.3  # p = 0.001 with three degrees of freedom


def test_the_next_player_is_called_by_beeps_and_light_after_a_run_ww_15():
    table = starting_with(2, 3)
    assert table.stage.sounds == [("player", 2)]
    table.whole_run()
    assert table.stage.sounds[-2:] == [("ended", 0), ("player", 3)]
    assert table.stage.light_is == ("player", 3)
    assert [message["player"] for message in table.stage.told("turn")] == [2, 3]


def test_the_turn_is_told_after_the_end_of_the_run():
    table = starting_with(1, 2)
    table.whole_run()
    events = [message["event"] for message in table.stage.messages]
    assert events == ["turn", "run", "run", "run", "turn"]
    assert [message["player"] for message in table.stage.messages] == [1, 1, 1, 1, 2]


def test_a_stopped_run_is_no_turn_the_same_player_goes_again():
    table = starting_with(1, 3)
    table.begin()
    table.wait(2000)
    table.begin()  # the pull stops the first run
    table.wait(26_000)
    assert order_of(table, 1) == [1, 1, 2]


def test_a_press_between_runs_says_who_is_up():
    table = starting_with(3, 4)
    assert table.do("press") == "done"
    assert table.stage.heard("player") == [3, 3]
    assert table.referee.scores == [0, 0, 0, 0]


def test_a_press_while_the_lever_is_pulled_does_nothing():
    table = starting_with(1, 2)
    table.do("pull")
    assert table.do("press") == "nothing"


# Matches by the button.


def test_presses_in_a_run_of_20_s_ww_t13():
    table = starting_with(1, 2)
    assert table.do("start") == "done"
    table.wait(300)
    assert table.do("press") == "nothing"
    table.wait(4700)
    assert table.do("press") == "done"
    assert table.referee.scores == [1, 0]
    assert table.stage.told("score") == [{"event": "score", "player": 1, "count": 1, "of": 5}]
    table.wait(14_999)
    assert table.worms.state == "started"
    table.wait(1)
    assert table.worms.state == "ready"


@pytest.mark.parametrize(("ms", "score"), [(499, 0), (500, 1)])
def test_a_press_in_the_first_half_second_belongs_to_the_start(ms, score):
    table = starting_with(1, 2)
    table.begin()
    table.wait(ms)
    table.do("press")
    assert table.referee.scores[0] == score


@pytest.mark.parametrize("ms", [1, 149])
def test_two_presses_that_close_are_one(ms):
    table = starting_with(1, 2)
    table.begin()
    table.wait(2000)
    table.do("press")
    table.wait(ms)
    assert table.do("press") == "nothing"
    assert table.referee.scores == [1, 0]


def test_a_match_rises_and_is_told():
    table = starting_with(2, 2)
    table.begin()
    table.wait(1000)
    for _ in range(3):
        table.press_match()
    assert table.stage.heard("match") == [1, 2, 3]
    assert table.referee.scores == [0, 3]


@pytest.mark.parametrize(("ms", "scores"), [(150, [0, 0]), (2999, [0, 0]), (3000, [2, 0])])
def test_a_second_press_within_three_seconds_takes_the_count_back(ms, scores):
    table = starting_with(1, 2)
    table.begin()
    table.wait(2000)
    table.do("press")
    table.wait(ms)
    assert table.do("press") == "done"
    assert table.referee.scores == scores


def test_a_press_after_a_regret_counts_again():
    table = starting_with(1, 2)
    table.begin()
    table.wait(2000)
    for _ in range(3):
        table.do("press")
        table.wait(200)
    assert table.referee.scores == [1, 0]
    assert [name for name, _count in table.stage.sounds if name in ("match", "undo")] == [
        "match",
        "undo",
        "match",
    ]


def test_undo_at_zero_stays_at_zero_with_an_error_tone_ww_t14():
    table = starting_with(1, 2)
    assert table.worms.undo(1) == "nothing"
    assert table.referee.scores == [0, 0]
    assert table.stage.sounds[-1] == ("refused", 0)


def test_a_worm_in_the_hand_at_the_end_still_counts_for_its_player_ww_a_06():
    table = starting_with(1, 2)
    table.begin()
    table.wait(22_000)
    assert table.referee.player == 2
    table.do("press")
    assert table.referee.scores == [1, 0]


def test_five_seconds_after_the_end_a_press_only_asks_who_is_up():
    table = starting_with(1, 2)
    table.begin()
    table.wait(25_001)
    table.do("press")
    assert table.referee.scores == [0, 0]
    assert table.stage.heard("player")[-1] == 2


def test_the_next_pull_ends_the_time_for_late_worms():
    table = starting_with(1, 2)
    table.begin()
    table.wait(20_100)
    table.begin()
    table.wait(1000)
    table.do("press")
    assert table.referee.scores == [0, 1]


def test_a_count_of_the_last_player_cannot_be_taken_back_in_the_next_run():
    table = starting_with(1, 2, seconds=5)
    table.begin()
    table.wait(4900)
    table.do("press")
    table.wait(200)
    table.begin()
    table.wait(1000)
    table.do("press")
    assert table.referee.scores == [1, 1]


# Winning.


def test_the_last_match_wins_and_ends_the_run_at_once_ww_16():
    table = starting_with(1, 3, seconds=60)
    table.begin()
    table.wait(1000)
    for _ in range(4):
        table.press_match()
    assert table.worms.state == "started"
    table.do("press")
    assert (table.worms.state, table.stage.moving) == ("ready", False)
    told = {"event": "run", "state": "won", "run": 1, "player": 1, "ms": table.now_ms}
    assert table.stage.told("run")[-1] == told
    assert table.stage.sounds[-1] == ("won", 0)
    assert table.stage.light_is == ("player", 1)
    assert table.worms.status(table.now_ms)["winner"] == 1


def test_a_late_worm_may_win_after_the_run_ww_a_06():
    table = starting_with(1, 2)
    table.referee.scores[0] = 4
    table.begin()
    table.wait(21_000)
    table.do("press")
    assert table.stage.states == ["armed", "started", "ended", "won"]
    assert table.referee.winner == 1


def won_table(**others):
    table = starting_with(1, 2, **others)
    table.referee.scores[0] = table.referee.rules.each - 1
    table.begin()
    table.wait(1000)
    table.do("press")
    assert table.referee.winner == 1
    return table


def test_a_win_by_mistake_can_be_taken_back_and_the_same_player_goes_on():
    table = won_table()
    table.wait(1000)
    table.do("press")
    assert (table.referee.winner, table.referee.scores) == (None, [4, 0])
    assert table.stage.sounds[-2:] == [("undo", 4), ("player", 1)]
    assert order_of(table, 1) == [1, 1]


def test_after_a_win_no_more_matches_count():
    table = won_table()
    table.wait(3000)
    assert table.worms.match(2, table.now_ms) == "nothing"
    assert table.referee.scores == [5, 0]


@pytest.mark.parametrize("event", ["press", "pull", "start"])
def test_after_a_win_a_press_or_the_lever_begins_a_new_game(event):
    table = won_table()
    table.wait(4000)
    turns = len(table.stage.told("turn"))
    table.do(event)
    assert (table.referee.winner, table.referee.scores) == (None, [0, 0])
    assert len(table.stage.told("turn")) == turns + 1


def test_the_run_of_a_new_game_is_told_for_its_own_player():
    table = won_table()
    table.wait(4000)
    table.do("pull")
    assert table.stage.told("run")[-1]["player"] == table.referee.player


def test_the_loser_of_a_late_count_keeps_the_score():
    table = won_table()
    assert table.worms.undo(2) == "nothing"
    assert table.referee.winner == 1


# All at once (variant A).


def test_all_at_once_a_press_says_i_have_them_all_ww_a_07():
    table = starting_with(1, 3, together=True)
    table.begin()
    table.wait(3000)
    table.do("press")
    told = {"event": "run", "state": "won", "run": 1, "ms": table.now_ms}
    assert table.stage.told("run")[-1] == told
    assert (table.referee.winner, table.referee.scores) == (0, [0, 0, 0])
    assert not table.stage.moving


def test_all_at_once_a_press_by_mistake_can_be_taken_back():
    table = starting_with(1, 3, together=True)
    table.begin()
    table.wait(3000)
    table.do("press")
    table.wait(1000)
    assert table.do("press") == "done"
    assert table.referee.winner is None
    assert table.stage.heard("undo") == [0]
    assert order_of(table, 1) == [1, 1]


def test_taking_a_pressed_win_back_takes_nobodys_match():
    table = starting_with(1, 3, together=True)
    table.begin()
    table.worms.match(2, table.now_ms)
    table.wait(4000)
    table.do("press")
    table.wait(1000)
    table.do("press")
    assert (table.referee.winner, table.referee.scores) == (None, [0, 1, 0])


def test_all_at_once_a_late_press_does_not_win_a_second_time():
    table = starting_with(1, 3, together=True)
    table.begin()
    table.wait(21_000)
    table.do("press")
    assert table.stage.states[-1] == "won"
    table.wait(3100)
    table.do("press")  # 4.1 s after the end of the run: a new game
    assert table.stage.states.count("won") == 1
    assert table.referee.winner is None


def test_all_at_once_matches_are_counted_over_the_link():
    table = starting_with(1, 3, together=True)
    table.begin()
    for _ in range(5):
        assert table.worms.match(3, table.now_ms) == "done"
    assert table.stage.told("run")[-1]["player"] == 3
    assert table.referee.winner == 3


# Random hands (variant B).


def test_hands_are_told_one_a_press_before_the_first_run_ww_19():
    table = table_of(3, mixed=True)
    for _ in range(4):
        table.wait(1000)
        table.do("press")
    hands = table.referee.hands
    assert table.stage.hands == [(1, hands[0]), (2, hands[1]), (3, hands[2]), (1, hands[0])]
    assert [sum(hand) for hand in hands] == [6, 6, 6]
    assert table.stage.told("hand")[1] == {"event": "hand", "player": 2, "cards": hands[1]}


def test_later_every_player_hears_the_own_hand_when_called():
    table = starting_with(1, 2, mixed=True)
    assert table.stage.hands == []
    table.whole_run()
    assert table.stage.hands == [(2, table.referee.hands[1])]
    table.do("press")
    assert len(table.stage.hands) == 2


@pytest.mark.parametrize(("players", "each"), [(2, 10), (3, 6), (4, 5)])
def test_the_first_to_cover_every_dealt_card_wins_ww_21(players, each):
    table = starting_with(1, players, mixed=True, seconds=60)
    table.begin()
    table.wait(1000)
    for count in range(1, each + 1):
        assert table.referee.winner is None
        table.worms.match(1, table.now_ms)
        assert table.referee.scores[0] == count
    assert table.referee.winner == 1
    assert table.stage.states[-1] == "won"


def test_a_new_game_deals_anew():
    table = won_table(mixed=True)
    before = table.referee.hands
    table.wait(4000)
    table.do("press")
    assert table.referee.hands != before
    assert table.stage.told("hand")[-1:] == []
    table.wait(1000)
    table.do("press")
    assert table.stage.hands[-1] == (1, table.referee.hands[0])


def test_the_standard_game_has_no_hands_to_tell():
    table = starting_with(1, 2)
    table.do("press")
    table.whole_run()
    assert table.stage.hands == []


def test_both_variants_together_ww_22():
    table = starting_with(1, 4, together=True, mixed=True)
    table.do("press")
    assert table.stage.hands == [(1, table.referee.hands[0])]
    assert order_of(table, 5) == [1, 2, 3, 4, 1]
    table.begin()
    table.wait(1000)
    table.do("press")
    assert table.stage.states[-1] == "won"


# The owner's hand.


@pytest.mark.parametrize("player", [0, 4, -1, None, "1", 1.0, True])
def test_players_that_do_not_sit_at_the_table_have_no_score(player):
    table = table_of(3)
    assert table.worms.match(player, table.now_ms) == "nothing"
    assert table.worms.undo(player) == "nothing"
    assert table.referee.scores == [0, 0, 0]


def test_the_link_counts_and_takes_back_for_anybody_between_runs():
    table = starting_with(1, 3)
    table.worms.match(2, table.now_ms)
    table.worms.match(2, table.now_ms)
    assert table.worms.undo(2) == "done"
    assert table.referee.scores == [0, 1, 0]


def test_a_win_told_while_the_lever_is_pulled_disarms_it():
    table = starting_with(1, 2)
    table.do("pull")
    for _ in range(5):
        table.worms.match(2, table.now_ms)
    assert table.worms.state == "ready"
    assert table.do("release") == "nothing"


def test_rules_change_only_between_runs_and_begin_a_new_game():
    table = table_of(2)
    table.begin()
    assert table.worms.set_rules(rules_of(4)) == "busy"
    table.wait(20_000)
    assert table.worms.set_rules(rules_of(4)) == "done"
    assert table.referee.scores == [0, 0, 0, 0]
    assert table.stage.sounds[-1][0] == "player"


def test_the_referee_can_be_sent_away():
    table = table_of(2)
    table.worms.set_rules(None)
    table.stage.messages.clear()
    table.whole_run()
    assert {message["event"] for message in table.stage.messages} == {"run"}
    assert "player" not in table.worms.status(table.now_ms)
    assert table.stage.light_is == ("off", 0)


def test_a_new_seed_draws_the_next_game():
    starts = []
    for seed in (1, 2):
        table = table_of(4, mixed=True, seed=seed)
        table.worms.set_generator(from_int(5))
        table.referee.new_game()
        starts.append((table.referee.player, table.referee.hands))
    assert starts[0] == starts[1]


def test_days_without_a_look_at_the_game_open_no_window_again():
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


# Any order.

EVENTS = ("pull", "release", "lever_fault", "start", "stop", "press", "match", "undo", "rules")
STORY = st.lists(st.tuples(st.sampled_from(EVENTS), st.integers(0, 8000)), max_size=80)


def happen(table, event, number):
    if event == "match":
        table.worms.match(number % 5, table.now_ms)
    elif event == "undo":
        table.worms.undo(number % 5)
    elif event == "rules":
        table.worms.set_rules(rules_of(2 + number % 3, bool(number & 4), bool(number & 8)))
    else:
        table.do(event)


def check(table):
    """What must hold at any moment."""
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


@settings(max_examples=300, deadline=None)
@given(STORY, st.integers(2, 4), st.booleans(), st.booleans(), st.integers(0, 1000))
def test_no_order_of_events_is_a_dead_end_or_a_wrong_score(story, players, together, mixed, seed):
    table = Table(rules_of(players, together, mixed), seconds=10, seed=seed, look_ms=100)
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


@settings(max_examples=100, deadline=None)
@given(STORY)
def test_every_change_of_a_score_is_told_and_is_one_match(story):
    table = table_of(3, seconds=10, look_ms=100)
    for event, number in story:
        before, told = list(table.referee.scores), len(table.stage.told("score"))
        turns = len(table.stage.told("turn"))
        happen(table, event, number)
        changes = [abs(b - a) for a, b in zip(before, table.referee.scores, strict=False)]
        new = table.stage.told("score")[told:]
        if table.stage.told("turn")[turns:] and not new:
            continue  # a new game
        assert sum(changes) == len(new) <= 1
        for message in new:
            assert table.referee.scores[message["player"] - 1] == message["count"]
        table.wait(number)
