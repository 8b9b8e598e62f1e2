"""Self-test over the link, for whoever wires a device. Loaded with the first such request.

Whatever it starts ends by itself: the sweep with its sound, the light after some seconds.
"""

from pingware.shared import lamps
from pingware.shared.sounds import bring_up


class SelftestHandlers:
    """The request ``selftest``.

    Args:
        board: ``boards.peripherals.Peripherals``.
        stage: ``app.play.stage.Stage`` of the device itself.
        sound: ``app.play.sound_output.SoundOutput``.
    """

    def __init__(self, board, stage, sound):
        self._board = board
        self._stage = stage.of(stage.tables[0], lamps.SHOWS)
        self._sound = sound
        self.handlers = {"selftest": self._selftest}

    def _selftest(self, request):
        """Starts what is asked for. Returns whether the sweep began, what sounds, the inputs."""
        sweeps = False
        if request.get("sweep"):  # as an announcement: a press need not wait
            sweeps = self._sound.start(self._sound.program(bring_up.SOUNDS, "sweep", 1), True)
        if "light" in request:
            self._stage.light("lamp_" + request["light"], 0)
        return {"sweep": sweeps, "sounds": self._sound.speaker.playing, "inputs": self._inputs()}

    def _inputs(self):
        """Returns the level of each input at this moment (dict of str to bool)."""
        board = self._board
        return {
            "block": not board.block_pin().value(),
            "check": not board.check_pin().value(),
            "lever": "base" in board.GAMES and board.lever_pin().value() == 1,
        }
