"""Quick games are the referee's games: the same seeds, dice, decisions and ends."""

import pytest

from pingblock.errors import BadInput
from pingblock.tables.bots import play_out
from pingblock.tables.fortune import quick
from pingblock.tables.fortune.quick import QuickFortune
from pingblock.tables.fortune.referee import FortuneGame
from pingblock.tables.table import settle

GAME = FortuneGame()


@pytest.mark.parametrize(
    ("options", "bots"),
    [
        ({}, ["random", "random"]),
        ({"deck": "pk35", "reshuffle": True}, ["plain", "random", "plain"]),
        ({"floor_at_0": True, "skull_alone": True, "turns_most": 40}, ["random"] * 4),
    ],
)
def test_quick_game_ends_as_referee_game_with_same_seed(options, bots, monkeypatch):
    settled = settle(GAME.options, options)
    games = QuickFortune(settled, bots)
    for seed in range(8):
        if seed == 4:  # by now it has forgotten everything several times
            monkeypatch.setattr(quick, "_REMEMBERED_MOST", 50)
        assert games.play(seed) == play_out(GAME, settled, bots, seed)


def test_unknown_bot_is_refused():
    with pytest.raises(BadInput, match=r"no bot 'clever'\. There are: random, plain"):
        QuickFortune(settle(GAME.options, {}), ["plain", "clever"])
