"""100 000 games of ``storm`` by chance, with wild commands mixed in."""

import pytest
from tests.unit.pingblock.tables.storm.by_chance import play_by_chance

GAMES = 100_000


@pytest.mark.parametrize("worker", range(10))
def test_every_game_stays_legal_and_ends(worker: int) -> None:
    for seed in range(worker, GAMES, 10):
        assert play_by_chance(seed)["wins"] > 0
