"""Speed of the tables: complete games of bots per second of one core."""

from __future__ import annotations

import time

from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.tables.bots import play_out
from pingblock.tables.fortune.quick import QuickFortune
from pingblock.tables.games import game_of, options_of

# Property games per second of a public simulator with random players, which has neither a check of
# legality nor a log. It was measured once on such a core, and is not run here.
PEER_GAMES = 114.0
PROPERTY_GAMES, FORTUNE_GAMES = 150.0, 1500.0  # targets
PLAYERS = 4
WARM = 2000  # games of fortune that fill the memory of turns


def property_games(name: str, games: int = 60) -> float:
    """Plays games of an edition. The games share no cache."""
    game = game_of(name)
    options = options_of(game, [])
    if name == "celebration":
        options["board"] = filled_board()
    since_s = time.process_time()
    for seed in range(games):
        assert play_out(game, options, ["random"] * PLAYERS, seed).result is not None
    return games / (time.process_time() - since_s)


def fortune_games(bot: str, games: int = 2000) -> float:
    """Plays other games than those that filled the memory of turns."""
    quick = QuickFortune(options_of(game_of("fortune"), []), [bot] * 2)
    for seed in range(WARM):
        quick.play(seed)
    since_s = time.process_time()
    for seed in range(WARM, WARM + games):
        assert quick.play(seed).result is not None
    return games / (time.process_time() - since_s)
