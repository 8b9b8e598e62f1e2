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
        before = set(sys.modules)
        settings = self._parts[0]
        self.declared = declared = registry.press_game(settings.game)
        if declared is not registry.block:
            registry.SETTINGS.append(declared.settings)
            registry.REQUESTS.append(declared.requests)
            settings.add(declared.settings)
        play = declared.load()
        stage = Stage
        if hasattr(play, "check"):  # of its own: a timed game
            from pingware.app import timed_stage

            stage = timed_stage.TimedStage
        self.stage = stage(*self._parts, play.SOUNDS, play.SHOWS)
        self.stage.note = self._note
        self._modules = []
        self.game = play(self.stage)
        self._note(before)

    def _note(self, before):
        """Notes the modules that were loaded since ``before`` (set): they go with the game."""
        self._modules += [name for name in sys.modules if name not in before]

    def requests(self):
        """Loads and returns the game's requests: name to a function of the request (dict)."""
        before = set(sys.modules)
        found = self.game.requests()
        self._note(before)
        return found

    def exchange(self):
        """Gives the memory of the game free, and arms the one that the settings name now."""
        self.stage.close()
        if self.declared is not registry.block:
            registry.SETTINGS.pop()
            registry.REQUESTS.pop()
        del self.game, self.stage, self.declared
        for name in self._modules:
            sys.modules.pop(name, None)
        self._load()
        self.game.open()
