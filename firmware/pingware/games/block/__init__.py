"""Question Block: a press draws coins, a power-up, a laugh or game over."""

from pingware.games.block.options import REQUESTS, SETTINGS
from pingware.games.game import PRESS, game


def load_play() -> type:
    from pingware.games.block import play

    return play.QuestionBlock


GAME = game(
    "block",
    PRESS,
    (255, 170, 0),
    SETTINGS,
    REQUESTS,
    load_play,
    help="Press: coins ring, a power-up rises, a villain laughs, or the game is over.",
)
