"""Chosen press game: loaded, armed for the next press, and exchanged for another."""

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
        from pingware.app import timed_stage

        timed_stage.forget(self.declared)
        del self.game, self.stage, self.declared
        self._load()
        self.game.open()
