"""The rules of the Question Block: drawn, replayed and ignored outcomes, and their times."""

import pytest
from tests.unit.firmware.games.block.block_stage import MANUAL, BlockTable

from pingware.games.block import rules as odds
from pingware.games.block.rules import OUTCOMES, Outcome
from pingware.shared.random32 import from_int, pick

JUNIOR = odds.weights_of("junior")


@pytest.fixture
def table():
    return BlockTable()


def first_draws(seed, count, weights=MANUAL):
    generator = from_int(seed)
    return [OUTCOMES[pick(generator, weights)] for _ in range(count)]


def test_presses_give_the_armed_draws_of_the_seed_in_order():
    table = BlockTable(seed=7)
    expected = first_draws(7, 100)
    for outcome in expected:
        assert table.game.armed == outcome
        table.whole_press()
        assert table.game.last == outcome
    assert table.game.draws == 100
    assert table.game.counts == [expected.count(outcome) for outcome in OUTCOMES]


def test_press_is_reported_with_outcome_and_lit_until_its_end(table):
    table.press()
    outcome = first_draws(1, 1)[0]
    press, drawn = table.stage.messages
    assert press.pop("ms") == drawn.pop("ms") == table.now_ms
    assert press == {"event": "press", "button": "block"}
    assert drawn == {"event": "outcome", "outcome": outcome.kind, "draw": 1}
    assert table.stage.lights == [tuple(table.game.last)]
    table.end()
    assert table.stage.lights[-1] == ("off", 0)


def test_coin_outcome_reports_its_number_of_coins():
    table = BlockTable(weights=JUNIOR)
    table.press()
    assert table.stage.messages[1]["coins"] == first_draws(1, 1, JUNIOR)[0].coins


def test_holding_replays_after_the_end_without_a_draw_qb_r5_qb_t13():
    """Three pings are three pings again."""
    table = BlockTable(weights=odds.weights_of("custom", [0, 0, 1, 0, 0, 0, 0, 0, 0]))
    table.press()
    armed = table.game.armed
    assert table.do("hold") == "done"
    assert table.stage.played == []  # not during the outcome
    table.end()
    assert table.stage.played == [("coins", 3)]
    assert table.stage.lights == [("coins", 3), ("off", 0), ("coins", 3)]
    assert (table.game.draws, table.game.armed) == (1, armed)
    assert table.game.counts[2] == sum(table.game.counts) == 1
    assert table.stage.told("replay")[0]["draw"] == 1


def test_hold_after_a_short_outcome_replays_at_once(table):
    table.press()
    table.end()
    table.do("hold")
    assert table.stage.played == [tuple(table.game.last)]


def test_one_hold_replays_once_even_if_released_before_the_end(table):
    table.press()
    for _ in range(3):
        table.do("hold")
    table.do("release")
    table.end()
    table.end()
    assert table.do("hold") == "nothing"
    assert len(table.stage.told("replay")) == 1


def test_presses_while_sounding_are_ignored_and_holding_them_replays_nothing_qb_r4(table):
    table.press()
    armed = table.game.armed
    table.do("release")
    for _ in range(5):
        table.press()
    assert table.do("hold") == "nothing"
    table.end()
    assert table.stage.told("replay") == []
    assert (table.game.draws, table.game.armed) == (1, armed)
    assert not table.game.sounding


def test_check_button_replays_the_last_outcome_unless_something_sounds(table):
    assert table.do("replay") == "nothing"
    assert table.stage.messages == []
    table.whole_press()
    table.stage.busy = True
    assert table.do("replay") == "busy"
    assert not table.game.sounding
    table.stage.busy = False
    assert table.do("replay") == "done"
    assert table.stage.played == [tuple(table.game.last)]
    assert table.game.draws == 1


@pytest.mark.parametrize("sounds", [True, False])
def test_replay_before_the_end_is_noticed_is_refused_and_dropped(table, sounds):
    table.press()
    table.stage.busy = sounds  # if not, the sound is over, but the game does not know that
    assert table.do("replay") == "busy"
    table.end()
    assert table.stage.played == []


def test_new_profile_changes_armed_outcome_but_not_a_started_one():
    table = BlockTable(weights=odds.weights_of("custom", [0, 1, 0, 0]))
    started = table.game.armed
    table.set_weights(odds.weights_of("custom", [0, 0, 0, 1]))
    table.game.follow_press(table.now_ms, started)
    assert table.game.last == Outcome("laugh", 0)
    assert table.game.armed == Outcome("game_over", 0)
    assert sum(table.game.counts) == 1


@pytest.mark.parametrize("late", [False, True])
def test_new_seed_starts_its_list_with_the_next_press(table, late):
    """A sound that began just before the change uses up no draw of the new seed."""
    table.whole_press()
    started = table.game.armed
    table.set_seed(7)
    if late:
        assert table.game.armed != started
        table.game.follow_press(table.now_ms, started)
        table.end()
    outcomes = []
    for _ in range(10):
        table.whole_press()
        outcomes.append(table.game.last)
    assert outcomes == first_draws(7, 10)


def test_sound_without_a_reported_end_ends_by_itself(table):
    table.press()
    table.wait(14_500)  # a custom sound of 14 s, with the fades around it, has not ended
    assert table.game.sounding
    table.wait(499)
    assert table.game.sounding
    table.wait(1)  # now the ticks have wrapped
    assert not table.game.sounding


def test_press_counts_even_if_the_previous_one_never_ended(table):
    table.press()
    table.stage.busy = False
    table.press()
    assert table.game.draws == 2
    assert table.game.sounding
