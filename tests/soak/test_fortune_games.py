"""100 000 games of ``fortune`` by chance, with illegal commands mixed in."""

import pytest
from tests.unit.pingblock.tables.fortune.by_chance import play_by_chance

GAMES = 100_000
OPTIONS = [
    {},
    {"deck": "pk35", "floor_at_0": True},
    {"reshuffle": True, "nine_wins": True, "skull_alone": True, "truce_on_island": True},
]


@pytest.mark.parametrize("worker", range(10))
def test_every_game_stays_legal_and_ends(worker):
    for seed in range(worker, GAMES, 10):
        counts = play_by_chance(OPTIONS[seed % 3], 2 + seed // 3 % 3, seed)
        assert counts["refused"] > 0
