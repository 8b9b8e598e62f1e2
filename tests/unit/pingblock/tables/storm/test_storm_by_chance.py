"""Random games of ``storm``: legal steps, an end, and a consistent state."""

from collections import Counter

import pytest
from tests.unit.pingblock.tables.at_table import refused_offers
from tests.unit.pingblock.tables.storm.by_chance import GAME, play_by_chance

from pingblock.tables.bots import play_out
from pingblock.tables.storm.words import SENTENCES
from pingblock.tables.table import Table, settle

# Too rare for so few games. The tests of their rules cover them.
RARE = {"nothing_found", "jail_stayed_to_the_end"}


def test_random_games_stay_legal_and_cause_every_common_event():
    seen: Counter[str] = Counter()
    for seed in range(16):
        seen += play_by_chance(seed, corrects=seed % 4 == 0)
    assert set(SENTENCES) - RARE <= set(seen)
    assert seen["refused"] > 1000


def test_bots_play_same_game_with_same_seed():
    options = settle(GAME.options, {})
    games = [play_out(GAME, options, ["plain", "random", "plain"], seed) for seed in (7, 7, 8)]
    assert games[0] == games[1] != games[2]
    assert all(game.result and game.result.rule == "FN-39" for game in games)


@pytest.mark.parametrize("bot", ["plain", "random"])
def test_bots_repeat_refused_trade_only_after_location_changed_owner(bot):
    """A player refuses every trade, which is allowed."""
    tables = [Table(GAME, {"turns": 200}, ("Ann", "Ben", "Cleo"), seed) for seed in range(6)]
    assert sum(refused_offers(table, bot) for table in tables) > 3
