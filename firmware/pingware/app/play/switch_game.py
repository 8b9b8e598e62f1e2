"""Replaces the press game, and lets the buttons choose it. The first change loads this module.

Each press offers the next game while the check button is held.
"""

import gc

from pingware.games import registry
from pingware.games.catalog import CATALOG
from pingware.shared.light_show import COUNTED, Show, flashes


class Chooser:
    """One choice, from the first press to the check button's release.

    Args:
        stage: ``app.play.stage.Stage`` of the device.
        light: ``app.play.light_output.LightOutput``.
        declared: the declaration of the current game (``games.game.Game``).
    """

    def __init__(self, stage, light, declared):
        self._stage = stage
        self._light = light
        self._place = registry.NAMES.index(declared.name)

    def follow(self):
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
        """Chooses the offered game and reports the current game.

        Args:
            switched: coroutine function that waits for it, see ``app.play.game_host``. Its error
                is named in the report as ``why``.
        """
        settings = self._stage.settings
        settings.change({"game": registry.NAMES[self._place]})
        event = {"event": "game"}
        try:
            await switched()
        except Exception as wrong:  # the previous game is in use again
            event["why"] = "%s: %s" % (type(wrong).__name__, wrong)
        event["name"] = settings.game
        self._stage.report(event)


def change_game(chosen):
    """Drops the game and arms the one that the settings name. The code of both stays loaded.

    After an error it can be called again with another game in the settings.

    Args:
        chosen: ``app.play.chosen_game.ChosenGame``.
    """
    if chosen.declared:
        chosen.stage.close()
    chosen.clear()
    gc.collect()  # loaded code stays, and must not split the free memory
    try:
        chosen.load()
    except ValueError as wrong:  # an error in the game's code, not a bad request
        raise RuntimeError(wrong) from wrong
    chosen.game.open()
