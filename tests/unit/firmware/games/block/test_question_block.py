"""The rules of the Question Block: drawn, replayed and ignored outcomes, and their times."""

import pytest
from tests.rules.device_moves import play
from tests.rules.rows import rows
from tests.unit.firmware.games.block.block_stage import MANUAL, BlockTable

from pingware.games.block import rules as odds
from pingware.games.block.rules import OUTCOMES, Outcome
from pingware.shared.random32 import from_int, pick


@pytest.fixture
def table():
    return BlockTable()


@pytest.mark.parametrize("row", rows("block_device"))
def test_presses_of_row_are_played_and_reported(row):
    play(BlockTable(weights=odds.weights_of("custom", [0, 0, 1] + [0] * 6)), row["play"])


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
