"""Requests of players and programs. They are loaded on demand to save memory."""

import time

from pingware.games import registry
from pingware.shared import protocol


class PlayHandlers:
    """The requests ``help``, ``press``, ``replay``, ``game``, ``battery``, ``seed``.

    Args:
        device: ``app.boot.first_stage.FirstStage``.
        parts: ``app.boot.tasks.SecondStage``.
        known: names of all available requests (iterable of str).
    """

    def __init__(self, device, parts, known):
        self._settings = device.settings
        self._block_button = device.block_button
        self._host = parts.host
        self._supply = parts.supply
        self._known = known
        self.handlers = {
            "help": self._help,
            "press": self._press,
            "replay": self._replay,
            "game": self._game,
            "battery": self._battery,
            "seed": self._seed,
        }

    def _help(self, _request):
        known = set(self._known) | self._host.requests()
        return {"requests": sorted(known), "words": list(protocol.WORDS)}

    def _press(self, _request):
        return {"accepted": self._block_button.press()}

    def _replay(self, _request):
        return {"replay": self._host.replay(time.ticks_ms())}

    async def _game(self, request):
        """Chooses a press game and returns the available games."""
        name = request.get("name")
        if name:
            if name not in registry.NAMES:
                self._settings.declarations.catalog().game(name)  # raises ValueError
            self._settings.change({"game": name})
            await self._host.switched()
        return {"game": self._settings.game, "games": list(registry.NAMES)}

    def _battery(self, request):
        if "cells" in request:
            self._settings.change({"cells": request["cells"]})
        self._supply.tester()  # loads it here, where the request can wait
        self._supply.ask(aloud=False)
        return {"testing": True}

    def _seed(self, request):
        self._host.reseed(request["seed"])
        return {"seeded": request["seed"] is not None}
