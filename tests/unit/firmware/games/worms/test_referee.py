"""The referee: whose turn it is, and matches counted by the button."""

from collections import Counter
from itertools import pairwise

import pytest
from tests.rules.device_moves import play
from tests.rules.rows import rows
from tests.unit.firmware.games.worms.worms_stage import (
    WormsTable,
    order_of,
    starting_with,
    table_of,
    won_table,
)


@pytest.mark.parametrize("row", rows("worms_device"))
def test_runs_of_row_follow_their_rules(row):
    given = {name: row[name] for name in ("together", "mixed", "seconds") if name in row}
    if "first" in row:
        table = starting_with(row["first"], row["players"], **given)
    else:
        table = won_table() if "won" in row else WormsTable(**given)
    play(table, row["play"])


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
