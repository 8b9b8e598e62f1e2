"""Chosen press game: loaded, armed for the next press, and exchanged for another."""

import sys

from pingware.app.stage import Stage
from pingware.games import registry


class ChosenGame:
    """The press game that the settings name.

    ``game`` plays it (``games.press_game.PressGame``) on its ``stage``; ``declared`` is its
    declaration (``games.game.Game``).

    Args:
        settings, sound, key, chance, outputs: of ``app``, for its stage.
    """

    def __init__(self, settings, sound, key, chance, outputs):
        self._parts = (settings, sound, key, chance, outputs)
        self._load()

    def _load(self):
        self._modules = []
        settings = self._parts[0]
        self.declared = self._noting(registry.press_game, settings.game)
        registry.CHOSEN[:] = [self.declared]
        settings.add(self.declared.settings)
        play = self._noting(self.declared.load)
        if play.TIMED:
            from pingware.app import timed_stage

            make = timed_stage.TimedStage
        else:
            make = Stage
        self.stage = make(*self._parts, play.SOUNDS, play.SHOWS)
        self.stage.load = self._noting
        self.game = self._noting(play, self.stage)

    def _noting(self, load, *given):
        """Calls ``load``, and notes the modules that come with it: they go with the game."""
        before = set(sys.modules)
        loaded = load(*given)
        self._modules += [name for name in sys.modules if name not in before]
        return loaded

    def requests(self):
        """Loads and returns the game's requests: name to a function of the request (dict)."""
        return self._noting(self.game.requests)

    def exchange(self):
        """Gives the memory of the game free, and arms the one that the settings name now."""
        self.stage.close()
        del self.game, self.stage, self.declared
        registry.CHOSEN.clear()
        for name in self._modules:
            del sys.modules[name]
        self._load()
        self.game.open()
