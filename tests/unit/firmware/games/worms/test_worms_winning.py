"""The referee: wins, wrong claims of a win, and the game in which all grab at once (variant A)."""

import pytest
from tests.unit.firmware.games.worms.worms_stage import order_of, starting_with, won_table


def test_last_match_wins_and_ends_the_wiggle_at_once_ww_16():
    table = starting_with(1, 3, seconds=60)
    table.begin()
    table.wait(1000)
    for _ in range(4):
        table.press_match()
    assert table.worms.state == "started"
    table.do("press")
    assert (table.worms.state, table.stage.moving) == ("ready", False)
    told = {"event": "run", "state": "won", "run": 1, "player": 1, "ms": table.now_ms}
    score = {"event": "score", "player": 1, "count": 5, "of": 5, "ms": table.now_ms}
    assert table.stage.messages[-2:] == [score, told]
    assert table.stage.sounds[-1] == ("won", 0)
    assert table.stage.light_is == ("player", 1)
    assert table.worms.status(table.now_ms)["winner"] == 1


def test_late_worm_may_win_after_the_wiggle_ww_a_06():
    table = starting_with(1, 2)
    table.referee.scores[0] = 4
    table.begin()
    table.wait(21_000)
    table.do("press")
    assert table.stage.states == ["armed", "started", "ended", "won"]
    assert table.referee.winner == 1


def test_win_by_mistake_can_be_undone_and_same_player_continues():
    table = won_table()
    table.wait(1000)
    assert table.hold(1000) == "done"
    assert (table.referee.winner, table.referee.scores) == (None, [4, 0])
    assert table.stage.sounds[-2:] == [("undo", 4), ("player", 1)]
    assert order_of(table, 1) == [1, 1]


@pytest.mark.parametrize("event", ["press", "pull", "start"])
def test_press_or_lever_after_a_win_begins_a_new_game(event):
    table = won_table()
    table.wait(5000)
    turns = len(table.stage.told("turn"))
    table.do(event)
    assert (table.referee.winner, table.referee.scores) == (None, [0, 0])
    assert len(table.stage.told("turn")) == turns + 1


@pytest.mark.parametrize("ms", [150, 1000, 4999])
def test_press_within_five_seconds_after_a_win_does_nothing(ms):
    table = won_table()
    table.wait(ms)
    assert table.do("press") == "nothing"
    assert table.worms.match(2, table.now_ms) == "nothing"
    assert (table.referee.winner, table.referee.scores) == (1, [5, 0])


def test_press_wins_all_at_once_game_and_can_be_undone_ww_a_07():
    table = starting_with(1, 3, together=True)
    table.begin()
    table.worms.match(2, table.now_ms)
    table.wait(3000)
    table.do("press")
    told = {"event": "run", "state": "won", "run": 1, "ms": table.now_ms}
    assert table.stage.told("run")[-1] == told
    assert (table.referee.winner, table.referee.scores) == (0, [0, 1, 0])
    assert not table.stage.moving
    table.wait(1000)
    assert table.hold(1000) == "done"
    assert (table.referee.winner, table.referee.scores) == (None, [0, 1, 0]), "no match"
    assert table.stage.heard("undo") == [0]
    assert order_of(table, 1) == [1, 1]
