"""Replaces the press game by the one that the settings name. The first change loads it."""

import gc
import sys

from pingware.app.play.stage import Stage
from pingware.shared import bundles

_MODULES = "pingware.games.%s."  # modules of a game in a source tree, where files are not joined
_KEPT = "worms"


def change_game(chosen):
    """Frees the memory of the game and arms the one that the settings name.

    After an error it can be called again with another game in the settings.

    Args:
        chosen: ``app.play.chosen_game.ChosenGame``.
    """
    # A game would load it too deep in the stack.
    from pingware.app.play import timed_stage  # noqa: F401

    if chosen.declared:
        chosen.stage.close()
        _drop(bundles.GAME)
        _drop(_MODULES % chosen.declared.name)
    chosen.clear()
    gc.collect()  # loaded code stays, and must not split the free memory
    try:
        chosen.load()
    except ValueError as wrong:  # an error in the game's code, not a bad request
        raise RuntimeError(wrong) from wrong
    chosen.game.open()
    if type(chosen.stage) is Stage:
        _drop(bundles.TIMED)


def _drop(start):
    """Forgets the modules whose names start with ``start`` (str), except those of the worms."""
    for name in list(sys.modules):
        if name.startswith(start) and _KEPT not in name:
            del sys.modules[name]
