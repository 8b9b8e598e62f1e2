"""Storm dice: one press rolls the number and the action."""

from pingware.games.game import PRESS, game
from pingware.games.storm_dice.options import REQUESTS, SETTINGS


def _load() -> type:
    from pingware.games.storm_dice import play

    return play.StormDice


GAME = game(
    "storm_dice",
    PRESS,
    (0, 60, 255),
    SETTINGS,
    REQUESTS,
    _load,
    help="Press: beeps count the number, then the action sounds; with jail tries and the storm.",
)
