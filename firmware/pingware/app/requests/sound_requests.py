"""Requests about sounds, and calls of a game on the host. The first one loads this module.

Calls are announcements: a press interrupts them, and a call is refused while a sound plays. Their
tunes are above 350 Hz, for a small speaker, and differ by shape: two notes that fall, three that
fall slowly, a door that shuts, a fanfare that climbs. The device's beeps are for turns.
"""

import asyncio

from pingware.shared import own_sound
from pingware.shared.sounds.sound_table import SoundTable

CALLS = SoundTable("shared/sounds/calls", {})
_TURN = "turn"


class SoundHandlers:
    """The requests ``sounds`` and ``call``.

    Args:
        stage: ``app.play.stage.Stage`` of the device.
        host: ``app.play.game_host.GameHost``.
        own: callable that returns ``app.play.own_sounds.OwnSounds``.
        restart: coroutine function that restarts the device once it is quiet.
    """

    def __init__(self, stage, host, own, restart):
        self._stage = stage
        self._host = host
        self._own = own
        self._restart = restart
        self._leaving = None  # the task that leaves
        self.handlers = {"sounds": self._sounds, "call": self._call}

    def _sounds(self, request):
        own = self._own()
        if request.get("load"):
            own.load_soon()
        answer = {
            "own": own.lengths,
            "unusable": sorted(own.unusable),
            "waiting": own.waiting,
            "restart": own.restart,
            "ram": [own.ram_bytes, own_sound.RAM_BYTES_MOST],
        }
        if "play" in request:
            answer["playing"] = self._play(request["play"])
        if request.get("restart"):  # after a restart the memory is not fragmented
            self._leaving = asyncio.create_task(self._restart())
        return answer

    def _play(self, tune):
        """Starts a tune as an announcement, which a press can interrupt.

        Returns False while another sound plays.
        """
        for stage in self._host.stages() + [self._stage]:
            for table in stage.tables:
                if table.has(tune):
                    names = sorted([name for name in table.names if table.names[name] == tune])
                    return stage.announce(tune, 1, (names + [tune])[0])
        raise ValueError("The loaded game has no sound %s." % tune)

    def _call(self, request):
        """Plays an announcement. That of a turn beeps as often as the player's number."""
        stage, name = self._stage, request["name"]
        if stage.playing:  # another announcement must not be cut, either
            return {"playing": False}
        if name == _TURN:
            return {"playing": stage.announce("number", request.get("player", 1))}
        return {"playing": stage.of(CALLS, {}).announce(name)}
