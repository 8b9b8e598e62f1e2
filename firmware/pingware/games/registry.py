"""Games of this firmware, in the order in which the device offers them."""

from pingware.games.block import GAME as block
from pingware.games.game import PRESS, Game
from pingware.games.worms import GAME as worms
from pingware.shared import device_options
from pingware.shared.rules import one_of, setting

GAMES = (block, worms)  # a new game: its import above, and its name here

PRESS_GAMES = tuple([game for game in GAMES if game.kind == PRESS])
CHOICE = {
    "game": setting(
        PRESS_GAMES[0].name,
        one_of(*[game.name for game in PRESS_GAMES]),
        help="Game that a press of the block button plays.",
    )
}
# By name, the device's own first.
SETTINGS = (device_options.SETTINGS, CHOICE) + tuple([game.settings for game in GAMES])


def press_game(name: str) -> Game:
    """Returns the declaration of a press game. Raises KeyError: there is no such game."""
    for game in PRESS_GAMES:
        if game.name == name:
            return game
    raise KeyError(name)
