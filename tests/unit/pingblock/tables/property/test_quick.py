"""Quick games are the referee's games: the same seeds, dice, decisions, events and ends."""

from collections import Counter
from typing import Any

import pytest
from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.tables.bots import play_out
from pingblock.tables.property.game import PropertyGame
from pingblock.tables.property.quick import QuickProperty
from pingblock.tables.table import settle


@pytest.mark.parametrize(
    ("name", "options", "bots"),
    [
        ("celebration", {"board": filled_board()}, ["random"] * 3),
        ("hideout", {}, ["random", "plain"]),
        ("wasteland", {"cards": "none", "turns": 150}, ["random"] * 4),
        ("wasteland_speed", {"roll_off": False}, ["plain", "random", "random"]),
    ],
)
def test_the_same_seed_is_the_same_game(
    name: str, options: dict[str, Any], bots: list[str]
) -> None:
    game = PropertyGame(name)
    settled = settle(game.options, options)
    games = QuickProperty(name, settled, bots)
    for seed in range(6):
        quick: Counter[str] = Counter()
        listed: Counter[str] = Counter()
        assert games.play(seed, quick) == play_out(game, settled, bots, seed, listed)
        assert quick == listed
