"""Trying out a device that was just wired; loaded with the first such request.

Whatever it starts ends by itself: the sweep with its sound, the light after some seconds.
"""

from pingware.shared import sequencer
from pingware.shared.sounds import bring_up

_LAMPS = {"off": 0, "red": 1, "green": 2, "blue": 4, "white": 7}


class SelftestLink:
    """The request for those who build a device.

    Args:
        device: ``app.device.Block``.
    """

    def __init__(self, device):
        self._device = device
        self._sweep = sequencer.compile_tune(bring_up.SWEEP, bring_up.INSTRUMENTS, {})
        self.actions = {"selftest": self._selftest}

    def _selftest(self, request):
        """Starts what is asked for. Returns whether that sweep began, what is on, the inputs."""
        sweeps = False
        if request.get("sweep"):  # as an announcement: a press need not wait
            sweeps = self._device.speaker.start(self._sweep, True)
        if "light" in request:
            self._device.light("lamp", _LAMPS[request["light"]])
        sounds = self._device.speaker.playing
        return {"sweep": sweeps, "sounds": sounds, "inputs": self._inputs()}

    def _inputs(self):
        """Returns what the pins say at this moment: dict of str to bool."""
        board = self._device.board
        return {
            "block": not board.block_pin().value(),
            "check": not board.check_pin().value(),
            "lever": "base" in board.GAMES and board.lever_pin().value() == 1,
        }
