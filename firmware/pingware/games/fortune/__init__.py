"""Fortune deck: one press draws a card, or counts a skull."""

from pingware.games.fortune.options import REQUESTS, SETTINGS
from pingware.games.game import PRESS, game


def _load() -> type:
    from pingware.games.fortune import play

    return play.FortuneCards


GAME = game(
    "fortune",
    PRESS,
    (160, 0, 255),
    SETTINGS,
    REQUESTS,
    _load,
    help="Press: the next card of the deck, each with a signature; skulls are counted as well.",
)
