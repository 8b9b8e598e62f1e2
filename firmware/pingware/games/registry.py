"""Games of this firmware, in the order in which the device offers them.

The block is always loaded. Another press game is loaded when it is chosen, the worms with the
apple base, and all games by ``catalog`` for questions about them.
"""

from pingware.games.block import GAME as block
from pingware.games.game import Game
from pingware.shared import device_options
from pingware.shared.schema import one_of, setting

# Names of the press games. Add a new one here and in ``press_game``.
NAMES = ("block", "dice", "storm_dice", "fortune")
CHOICE = {
    "game": setting("block", one_of(*NAMES), help="Game that a press of the block button plays.")
}
OWN = [device_options.DEVICE_SETTINGS, CHOICE]  # settings that belong to no game, by name


def press_game(name: str) -> "Game":
    """Loads and returns the declaration of a press game in ``NAMES``."""
    if name == "dice":
        from pingware.games import dice

        return dice.GAME
    if name == "storm_dice":
        from pingware.games import storm_dice

        return storm_dice.GAME
    if name == "fortune":
        from pingware.games import fortune

        return fortune.GAME
    return block


def lever_game() -> "Game":
    """Loads and returns the declaration of the game of the apple base."""
    from pingware.games import worms

    return worms.GAME
