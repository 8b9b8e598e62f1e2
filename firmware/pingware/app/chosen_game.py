"""Chosen press game: loaded, armed for the next press, and exchanged for another."""

import sys

from pingware.app.stage import Stage
from pingware.games import registry

# What is loaded for a press game, by its name: merged by a build, or as it stands in the sources.
_BUNDLES = ("app_game_", "app_timed")
_MODULES = "pingware.games.%s."
_KEPT = "worms"


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
        self.game = play(self.stage)

    def requests(self):
        """Loads and returns the game's requests: name to a function of the request (dict)."""
        return self.game.requests()

    def exchange(self):
        """Gives the memory of the game free, and arms the one that the settings name now."""
        self.stage.close()
        if self.declared is not registry.block:
            registry.SETTINGS.pop()
            registry.REQUESTS.pop()
        ours = _BUNDLES + (_MODULES % self.declared.name,)
        for name in list(sys.modules):
            if any(name.startswith(each) for each in ours) and _KEPT not in name:
                del sys.modules[name]
        del self.game, self.stage, self.declared
        self._load()
        self.game.open()
