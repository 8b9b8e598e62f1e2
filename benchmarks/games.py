"""Speed of the tables: whole games of bots per second on one core."""

from __future__ import annotations

import time

from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.tables.bots import play_out
from pingblock.tables.fortune.quick import QuickFortune
from pingblock.tables.games import game_of, options_of

# Property games per second of a public simulator with random players, which neither checks
# legality nor writes a log. This was measured once on a similar core, and is not measured again.
PEER_GAMES = 114.0
PROPERTY_GAMES, FORTUNE_GAMES = 150.0, 1500.0  # targets in games per second
PLAYERS = 4
WARM = 2000  # games of fortune after which most turns are in the cache


def property_games(name: str, games: int = 600) -> float:
    """Plays games of an edition. They share no cache.

    With 60 games, a different seed gave 11.7 % more commands.
    """
    game = game_of(name)
    options = options_of(game, [])
    if name == "celebration":
        options["board"] = filled_board()
    since_s = time.process_time()
    for seed in range(games):
        assert play_out(game, options, ["random"] * PLAYERS, seed).result is not None
    return games / (time.process_time() - since_s)


def fortune_games(bot: str, games: int = 2000) -> float:
    """Plays games other than those that filled the cache of turns."""
    quick = QuickFortune(options_of(game_of("fortune"), []), [bot] * 2)
    for seed in range(WARM):
        quick.play(seed)
    since_s = time.process_time()
    for seed in range(WARM, WARM + games):
        assert quick.play(seed).result is not None
    return games / (time.process_time() - since_s)
