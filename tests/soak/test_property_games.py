"""A hundred thousand wild games of each property edition."""

import pytest
from tests.unit.pingblock.tables.property.test_wild_games import EDITIONS
from tests.unit.pingblock.tables.property.wild_games import play

GAMES = 100_000


@pytest.mark.parametrize("name", EDITIONS)
def test_money_and_deeds_are_kept_in_a_hundred_thousand_games(name: str) -> None:
    for seed in range(GAMES):
        assert play(name, seed).state.result is not None
