"""Self-test over the link, for wiring a device. The first request loads this module.

Each test ends by itself: the sweep with its sound, the light after some seconds.
"""

from pingware.shared import device_shows
from pingware.shared.sounds.sound_table import SoundTable

_BRING_UP = SoundTable("shared/sounds/bring_up", {})


class SelftestHandlers:
    """The request ``selftest``.

    Args:
        board: ``boards.peripherals.Peripherals``.
        stage: ``app.play.stage.Stage`` of the device.
        sound: ``app.play.sound_output.SoundOutput``.
    """

    def __init__(self, board, stage, sound):
        self._board = board
        self._stage = stage.of(stage.tables[0], device_shows.LAMPS)
        self._sound = sound
        self.handlers = {"selftest": self._selftest}

    def _selftest(self, request):
        """Starts the requested test.

        Returns the sweep's start, the current sound, the inputs, the pins, and whether the apple
        base is fitted.
        """
        sweeps = False
        if request.get("sweep"):  # an announcement, so that a press can interrupt it
            sweeps = self._sound.start(self._sound.program(_BRING_UP, "sweep", 1), True)
        if "light" in request:
            self._stage.light("lamp_" + request["light"], 0)
        return {
            "sweep": sweeps,
            "sounds": self._sound.speaker.playing,
            "inputs": self._inputs(),
            "pins": self._board.gpio,
            "base": "base" in self._board.GAMES,
        }

    def _inputs(self):
        """Returns the current level of each input (dict of str to bool)."""
        board = self._board
        return {
            "block": not board.input_pin("block_button").value(),
            "check": not board.input_pin("check_button").value(),
            "lever": "base" in board.GAMES and board.input_pin("lever").value() == 1,
        }
