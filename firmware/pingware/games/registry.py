"""Games of this firmware, in the order in which the device offers them.

The block and the worms are always known. The other press games are loaded when one is chosen, or
when somebody asks about them: while the block is chosen they take no memory.
"""

import sys

from pingware.games.block import GAME as block
from pingware.games.worms import GAME as worms
from pingware.shared import device_options
from pingware.shared.rules import one_of, setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pingware.games.game import Game

NAMES = ("block", "dice", "storm_dice", "fortune")  # of the press games; a new one: here, and in ``_load``
GAMES = (block, worms)  # always known
CHOICE = {
    "game": setting("block", one_of(*NAMES), help="Game that a press of the block button plays.")
}
# By name, the device's own first; without those of the games that are loaded.
SETTINGS = (device_options.SETTINGS, CHOICE, block.settings, worms.settings)

CHOSEN: "list[Game]" = []  # the press game that is chosen
_asked: "list[Game]" = []  # those that are loaded, as long as somebody asks about them


def _load(name: str) -> "Game":
    if name == "dice":
        from pingware.games import dice

        return dice.GAME
    if name == "storm_dice":
        from pingware.games import storm_dice

        return storm_dice.GAME
    if name == "fortune":
        from pingware.games import fortune

        return fortune.GAME
    raise KeyError(name)


def press_game(name: str) -> "Game":
    """Returns the declaration of a press game, loaded. Raises KeyError: there is no such game."""
    return block if name == "block" else _load(name)


def others() -> "list[Game]":
    """Returns the declarations of the press games that are not always known, until ``forget``."""
    if not _asked:
        before = set(sys.modules)
        here = {game.name: game for game in CHOSEN}
        _asked.extend([here.get(name) or _load(name) for name in NAMES[1:]])
        if sys.implementation.name == "micropython":  # else they would stay in memory
            for name in set(sys.modules) - before:
                del sys.modules[name]
    return _asked


def forget() -> None:
    """Gives free what ``others`` has loaded."""
    _asked.clear()
