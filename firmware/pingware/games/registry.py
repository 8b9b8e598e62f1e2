"""Games of this firmware, in the order in which the device offers them.

The block is always known. The other press games are loaded when one is chosen, the worms when the
apple base is up, and all of them by ``catalog`` when somebody asks about them.
"""

from pingware.games.block import GAME as block
from pingware.shared import device_options
from pingware.shared.schema import one_of, setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pingware.games.game import Game

# Of the press games; a new one: here, and in ``press_game``.
NAMES = ("block", "dice", "storm_dice", "fortune")
CHOICE = {
    "game": setting("block", one_of(*NAMES), help="Game that a press of the block button plays.")
}
OWN = [device_options.SETTINGS, CHOICE]  # settings of no game, by name


def press_game(name: str) -> "Game":
    """Returns the declaration of a press game of ``NAMES``, loaded."""
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
    """Returns the declaration of the game of the apple base, loaded."""
    from pingware.games import worms

    return worms.GAME
