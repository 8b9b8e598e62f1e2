"""Owner's requests: log, odds, settings. Loaded with the first of them."""

import time

from pingware.app import owner_settings
from pingware.app.battery_notes import BatteryNotes
from pingware.games.block import odds

_CRASH_FILE = "/crash.txt"
_CRASH_CHARS = 400  # of one answer: a line of the link has 1024 bytes, and escapes are longer
_SEED_SALT = 0x4F646473  # with a fixed seed trials and game draw from different sources


class OwnerLink:
    """The owner's requests.

    Args:
        device: ``app.device.Block``.
        base: ``app.base_link.BaseLink``; None on a board without the apple base.
    """

    def __init__(self, device, base):
        self._device = device
        self._settings = owner_settings.OwnerSettings(device.settings, base)
        self._generator = None  # of trials, once there was one
        self.actions = {"log": self._log, "odds": self._odds, "settings": self._settings.handle}
        self._parts = {"faults": self._faults, "crash": _crash, "battery": _battery}

    def _odds(self, request):
        """Tells the odds in force, and draws with them beside the game: no press is counted.

        A host asks for slices, so that a long trial never holds up the device.
        """
        chosen = self._device.settings
        weights = odds.weights_of(chosen.profile, chosen.weights)
        told = {"profile": chosen.profile, "weights": list(weights)}
        if "draws" in request:
            told["counts"] = self._draw(request["draws"], weights)
        return told

    def _draw(self, draws, weights):
        if self._generator is None:
            self._generator = self._device.generator(_SEED_SALT)
        counts = [0] * len(weights)
        for _ in range(draws):
            counts[odds.draw(self._generator, weights)] += 1
        return counts

    def _log(self, request):
        return self._parts[request.get("part", "faults")](request.get("at", 0))

    def _faults(self, _at):
        return {"faults": self._device.faults.entries(), "now_ms": time.ticks_ms()}


def _crash(at):
    """Returns a piece of the note that the last crash left, and whether there is more."""
    try:
        with open(_CRASH_FILE) as file:
            text = file.read()
    except OSError:
        text = ""
    piece = text[at : at + _CRASH_CHARS]
    return {"crash": piece, "more": at + len(piece) < len(text)}


def _battery(_at):
    return BatteryNotes().read()
