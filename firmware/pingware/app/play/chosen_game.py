"""Loads the chosen press game and arms it for the next press."""

from typing import Any

from pingware.app.play.stage import Stage
from pingware.games import registry


class ChosenGame:
    """The press game that the settings name.

    ``game`` plays it (``games.press_game.PressGame``) on its ``stage``; ``declared`` is its
    declaration (``games.game.Game``).

    Args:
        device: ``app.boot.boot.FirstStage``.
    """

    def __init__(self, device):
        self._device = device
        self.game: "Any" = None
        self.stage: "Any" = None
        self.declared: "Any" = None
        self.load()

    def clear(self):
        """Drops the game, so that its memory is free."""
        self.game = self.stage = self.declared = None
        self._device.settings.declarations.choose(None)

    def load(self):
        """Loads the game that the settings name."""
        settings = self._device.settings
        declared = registry.press_game(settings.game)
        play = declared.load()
        self.declared = declared
        if declared is not registry.block:
            settings.declarations.choose(declared)
            settings.add(declared.settings)
        stage = Stage
        if hasattr(play, "check"):  # only timed games have it
            from pingware.app.play import timed_stage

            stage = timed_stage.TimedStage
        self.stage = stage(self._device, play.SOUNDS, play.SHOWS)
        self.game = play(self.stage)
