"""Chooser of the press game at the device: the next game a press, while check is held.

Loaded with the first such press.
"""

from pingware.games import registry
from pingware.shared.light_show import COUNTED, Show, flashes


class Chooser:
    """One choice, from the first press to the check button's release.

    Args:
        stage: ``app.stage.Stage`` of the device itself.
        light: ``app.light_output.LightOutput``.
        declared: the declaration of the game that is on (``games.game.Game``).
    """

    def __init__(self, stage, light, declared):
        self._stage = stage
        self._light = light
        self._place = registry.PRESS_GAMES.index(declared)

    def follow(self):
        """Offers the next game: plays and shows its number, in its colour."""
        games = registry.PRESS_GAMES
        self._place = (self._place + 1) % len(games)
        number = self._place + 1
        self._stage.announce("number", number)
        self._light.light(Show(flashes, games[self._place].colour, COUNTED), number)

    def keep(self):
        """Chooses the game that is offered."""
        name = registry.PRESS_GAMES[self._place].name
        self._stage.settings.change({"game": name})
        self._stage.report({"event": "game", "name": name})
