"""Requests on demand: those about play, and a loader of the others."""

import asyncio
import gc
import time

from pingware.games import registry
from pingware.shared import protocol


class PlayHandlers:
    """The requests ``help``, ``press``, ``replay``, ``game``, ``battery``, ``seed``.

    Args:
        device: ``app.boot.boot.FirstStage``.
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


_ASKED = ("help", "press", "replay", "game", "battery", "seed")
_OWNER = ("log", "settings")
_FILES = ("put", "files", "remove")
_UPDATE = ("update", "bootsel")
_SERVO = "worms_calibrate"
_NO_BASE = "This board has no apple base."
_OTHER_GAME = "The request %s is for the game %s: choose it first."
ON_DEMAND = _ASKED + _OWNER + _FILES + _UPDATE + ("sounds", "selftest", "call")


def refused(do):
    """Raises ProtocolError for a request (str) that needs another game or the apple base."""
    from pingware.games.catalog import CATALOG

    game = CATALOG.find(do)
    if game:
        raise protocol.ProtocolError("other_game", _OTHER_GAME % (do, game))
    raise protocol.ProtocolError("no_base", _NO_BASE)


class OnDemand:
    """Loads the modules of requests on demand.

    Args:
        device: ``app.boot.boot.FirstStage``.
        parts: ``app.boot.tasks.SecondStage``.
        port: tuple of the console, the stream that it reads, a callable that starts sending, and a
            coroutine function that answers a request (dict).
        loaded: names of the loaded requests (iterable of str).
    """

    def __init__(self, device, parts, port, loaded):
        self._device = device
        self._parts = parts
        self._port = port
        self._loaded = loaded

    async def handlers(self, do):
        """Loads the modules that handle a request.

        Args:
            do: str, the request.

        Returns:
            dict of request (str) to its function, or empty.
        """
        device, parts = self._device, self._parts
        if do in _ASKED:
            known = set(self._loaded) | set(ON_DEMAND)
            return PlayHandlers(device, parts, known).handlers
        if do in _OWNER:
            from pingware.app.requests import owner_requests

            return owner_requests.OwnerHandlers(
                device.settings, parts.reports, parts.host
            ).handlers
        if do in _FILES:
            return await self._files()
        if do in _UPDATE:
            from pingware.app.files import update_requests
            from pingware.boards import resets_rp2

            return update_requests.UpdateHandlers(
                device.board, resets_rp2.Resets(), parts.activity, parts.reports, self._leave
            ).handlers
        if do == _SERVO and parts.lever:
            return parts.lever.servo_requests().handlers
        return self._of_the_builder(do)

    async def _files(self):
        """Loads the requests about files. Other tasks run first, because this takes a while."""
        # frees garbage of the import, so that the loaded code does not split the free memory
        gc.collect()
        await asyncio.sleep_ms(0)
        from pingware.app.files import file_requests

        board, activity = self._device.board, self._parts.activity
        return file_requests.FileHandlers(board, activity, *self._port).handlers

    def _of_the_builder(self, do):
        device, parts = self._device, self._parts
        if do in ("sounds", "call"):
            from pingware.app.requests import sound_requests

            return sound_requests.SoundHandlers(
                parts.stage, parts.host, parts.own_sounds, self._restart
            ).handlers
        if do == "selftest":
            from pingware.app.requests import selftest_requests

            return selftest_requests.SelftestHandlers(
                device.board, parts.stage, device.sound
            ).handlers
        return {}

    async def _restart(self):
        from pingware.boards import resets_rp2

        await self._leave(resets_rp2.Resets().restart)

    async def _leave(self, act):
        """Calls ``act``, which does not return, after the answer and the sound."""
        from pingware.app.files import update_requests

        await update_requests.leave_firmware(
            self._device, self._parts.activity, self._parts.sleep.save, act
        )
