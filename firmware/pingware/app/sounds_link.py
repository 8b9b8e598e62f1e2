"""Requests about sounds. Loaded with the first of them."""

import asyncio

from pingware.app import own_sounds
from pingware.shared import own_sound
from pingware.shared.sounds import told_by


class SoundsLink:
    """The request about sounds.

    Args:
        device: ``app.device.Block``; its own sounds, if there are any, are loaded.
        supply: ``app.supply.Supply``.
    """

    def __init__(self, device, supply):
        self._device = device
        self._supply = supply
        self._leaving = None  # the task
        self.actions = {"sounds": self._sounds}

    def _sounds(self, request):
        device = self._device
        if request.get("load"):
            device.own_sounds = device.own_sounds or own_sounds.OwnSounds(device)
            device.own_sounds.waiting = True  # the tasks know when it is quiet
        own = device.own_sounds
        reply = {
            "own": own.lengths if own else {},
            "unusable": sorted(own.unusable) if own else [],
            "waiting": bool(own and own.waiting),
            "restart": bool(own and own.restart),
            "ram": [own.ram_bytes if own else 0, own_sound.RAM_BYTES_MOST],
        }
        if "play" in request:
            reply["playing"] = self._play(request["play"])
        if request.get("restart"):
            self._restart()
        return reply

    def _play(self, name):
        """Starts a sound as an announcement: a press need not wait. Returns False if it is not
        quiet."""
        programs, table = self._device.programs, told_by.TUNE_OF
        if name in told_by.WORM_TUNE_OF.values():
            programs, table = self._worm_programs(), told_by.WORM_TUNE_OF
        told = [told for told in sorted(table) if table[told] == name]
        if not told or name == "load":
            raise ValueError("There is no sound %s." % name)
        if not self._device.speaker.start(programs.of(told[0], 1), True):
            return False
        self._device.light(told[0], 1)
        return True

    def _restart(self):
        """Starts anew: memory is in one piece then."""
        from pingware.app import (
            leaving,  # here, as it comes with more that a start with sounds needs not
        )

        act = self._device.board.restart
        self._leaving = asyncio.create_task(leaving.leave(self._device, self._supply, act))

    def _worm_programs(self):
        if "base" not in self._device.board.GAMES:
            raise ValueError("This board has no apple base, so it has no such sound.")
        from pingware.app.worm_programs import WormPrograms

        programs = WormPrograms()
        programs.own = self._device.programs.own
        return programs
