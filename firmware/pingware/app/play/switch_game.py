"""Exchange of the press game for the one that the settings name. Loaded with the first one."""

import gc
import sys

from pingware.app.play.stage import Stage
from pingware.shared import bundles

_MODULES = "pingware.games.%s."  # of a game where nothing is merged
_KEPT = "worms"


def switch(chosen):
    """Frees the memory of the game, and arms the one that the settings name now.

    Whatever it raises, it may be called again, with another game in the settings.

    Args:
        chosen: ``app.play.chosen_game.ChosenGame``.
    """
    from pingware.app.play import timed_stage  # noqa: F401 - with a game it would load deeper down

    if chosen.declared:
        chosen.stage.close()
        _drop(bundles.GAME)
        _drop(_MODULES % chosen.declared.name)
    chosen.clear()
    gc.collect()  # what is loaded now stays: not in the middle of the free memory
    try:
        chosen.load()
    except ValueError as wrong:  # of its code, and nothing that somebody has asked for
        raise RuntimeError(wrong) from wrong
    chosen.game.open()
    if type(chosen.stage) is Stage:
        _drop(bundles.TIMED)


def _drop(start):
    """Forgets the modules whose names start so (str), but for those of the worms."""
    for name in list(sys.modules):
        if name.startswith(start) and _KEPT not in name:
            del sys.modules[name]
