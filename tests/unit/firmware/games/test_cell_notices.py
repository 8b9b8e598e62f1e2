"""Warnings of weak cells by the Question Block, and their times (QB-R7)."""

import pytest
from tests.unit.firmware.games.block.block_stage import BlockTable


@pytest.fixture
def table():
    return BlockTable()


@pytest.mark.parametrize("verdict", ["replace_soon", "good", "fair"])
def test_low_cells_chirp_only_after_an_outcome_qb_r7(table, verdict):
    table.game.battery(verdict, table.now_ms)
    assert table.stage.played == []
    table.press()
    table.game.battery(verdict, table.now_ms)
    assert table.stage.played == []
    table.end()
    assert table.stage.played == ([("low_battery", 0)] if verdict == "replace_soon" else [])


def test_held_replay_plays_before_the_low_battery_chirp(table):
    table.game.battery("replace_soon", table.now_ms)
    table.press()
    table.do("hold")
    table.end()
    table.end()
    assert table.stage.played == [tuple(table.game.last), ("low_battery", 0)]


def test_chirp_repeats_only_after_ten_outcomes(table):
    table.game.battery("replace_soon", table.now_ms)
    for _ in range(21):
        table.whole_press()
    assert table.stage.played == [("low_battery", 0)] * 3  # after outcomes 1, 11 and 21


def test_empty_cells_end_the_game_after_outcome_and_goodbye(table):
    table.press()
    table.game.battery("stop", table.now_ms)
    table.end()
    assert table.stage.played == [("goodbye", 0)]
    assert not table.game.finished
    table.end()
    assert table.game.finished


def test_empty_cells_play_goodbye_once_in_silence_and_after_presses(table):
    for _ in range(5):
        table.game.battery("stop", table.now_ms)
        table.end()
    assert table.stage.played == [("goodbye", 0)]
    table.press()
    assert not table.game.finished
    table.end()
    assert table.stage.played == [("goodbye", 0)] * 2
    assert table.game.draws == 1


def test_fresh_cells_cancel_the_goodbye(table):
    table.game.battery("stop", table.now_ms)
    table.end()
    table.game.battery("good", table.now_ms)
    table.whole_press()
    assert not table.game.finished
    assert table.stage.played == [("goodbye", 0)]
