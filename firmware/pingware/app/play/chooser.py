"""Chooses the press game with the buttons: each press offers the next game while check is held.

The first such press loads this module.
"""

from pingware.games import registry
from pingware.games.catalog import CATALOG
from pingware.shared.light_show import COUNTED, Show, flashes


class Chooser:
    """One choice, from the first press to the check button's release.

    Args:
        stage: ``app.play.stage.Stage`` of the device.
        light: ``app.play.light_output.LightOutput``.
        declared: the declaration of the present game (``games.game.Game``).
    """

    def __init__(self, stage, light, declared):
        self._stage = stage
        self._light = light
        self._place = registry.NAMES.index(declared.name)

    async def follow(self):
        """Offers the next game: plays and shows its number, in its colour."""
        self._place = (self._place + 1) % len(registry.NAMES)
        number = self._place + 1
        self._stage.announce("number", number)
        try:
            colour = CATALOG.press_games()[self._place].colour
        except Exception:  # no memory. ``keep`` reports it if it concerns this game.
            colour = (255, 255, 255)
        self._light.light(Show(flashes, colour, COUNTED), number)

    async def keep(self, switched):
        """Chooses the offered game and reports the present game.

        Args:
            switched: coroutine function that waits for it, see ``app.play.game_host``. Its error
                is named in the report as ``why``.
        """
        CATALOG.forget()
        settings = self._stage.settings
        settings.change({"game": registry.NAMES[self._place]})
        event = {"event": "game"}
        try:
            await switched()
        except Exception as wrong:  # the previous game is in use again
            event["why"] = "%s: %s" % (type(wrong).__name__, wrong)
        event["name"] = settings.game
        self._stage.report(event)
