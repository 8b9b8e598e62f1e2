"""Dice: one or two dice, with the bonus rolls, the jail and the clocks of three property games."""

from pingware.games.dice.options import REQUESTS, SETTINGS
from pingware.games.game import PRESS, game


def _load() -> type:
    from pingware.games.dice import play

    return play.DicePlay


GAME = game(
    "dice",
    PRESS,
    (255, 255, 255),
    SETTINGS,
    REQUESTS,
    _load,
    help="Press: one die or two, counted in beeps; with bonus rolls, jail, auction and clock.",
)
