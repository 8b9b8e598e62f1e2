"""Chooser of the press game at the device: the next game a press, while check is held.

Loaded with the first such press.
"""

from pingware.games import registry
from pingware.games.catalog import CATALOG
from pingware.shared.light_show import COUNTED, Show, flashes


class Chooser:
    """One choice, from the first press to the check button's release.

    Args:
        stage: ``app.play.stage.Stage`` of the device itself.
        light: ``app.play.light_output.LightOutput``.
        declared: the declaration of the game that is on (``games.game.Game``).
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
        except Exception:  # no memory; if it is of this game, ``keep`` says so
            colour = (255, 255, 255)
        self._light.light(Show(flashes, colour, COUNTED), number)

    async def keep(self, switched):
        """Chooses the game that is offered, and reports which is on then.

        Args:
            exchanged: coroutine function that waits for it, see ``app.play.game_host``. What it
                raises is named in the report, as ``why``.
        """
        CATALOG.forget()
        settings = self._stage.settings
        settings.change({"game": registry.NAMES[self._place]})
        event = {"event": "game"}
        try:
            await switched()
        except Exception as wrong:  # the one before it is on again
            event["why"] = "%s: %s" % (type(wrong).__name__, wrong)
        event["name"] = settings.game
        self._stage.report(event)
