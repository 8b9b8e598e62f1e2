"""Wiggly Worms: pull the lever, release it, and grab worms until the time is up."""

from pingware.games.game import LEVER, game
from pingware.games.worms.options import REQUESTS, SETTINGS


def _load() -> type:
    from pingware.games.worms import play

    return play.WormsPlay


GAME = game(
    "worms",
    LEVER,
    (70, 150, 35),
    SETTINGS,
    REQUESTS,
    _load,
    help="Pull the lever and let go: a timer runs, the worms bob, a signal ends it.",
)
