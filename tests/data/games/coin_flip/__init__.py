"""Coin flip: one press, heads or tails."""

from pingware.games.coin_flip.options import REQUESTS, SETTINGS

from pingware.games.game import PRESS, game


def _load() -> type:
    from pingware.games.coin_flip import play

    return play.CoinFlip


GAME = game(
    "coin_flip",
    PRESS,
    (0, 120, 255),
    SETTINGS,
    REQUESTS,
    _load,
    help="Press: one ring is heads, two are tails.",
)
