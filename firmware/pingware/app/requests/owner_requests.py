"""Requests of the owner: log and settings. The first one loads this module."""

import time

from pingware.app.power.battery_notes import BatteryNotes
from pingware.app.requests.owner_settings import OwnerSettings

_CRASH_FILE = "/crash.txt"
# of one answer, because a line of the link has 1024 bytes and escapes are longer
_CRASH_CHARS = 400


class OwnerHandlers:
    """The requests ``log`` and ``settings``.

    Args:
        settings, reports, host: of ``app``.
    """

    def __init__(self, settings, reports, host):
        self._reports = reports
        self.handlers = {"log": self._log, "settings": OwnerSettings(settings, host).handle}
        self._logs = {"faults": self._faults, "crash": _crash, "battery": _battery}

    def _log(self, request):
        return self._logs[request.get("part", "faults")](request.get("at", 0))

    def _faults(self, _at):
        return {"faults": self._reports.faults.entries(), "now_ms": time.ticks_ms()}


def _crash(at):
    """Returns a piece of the last crash note, and whether more follows."""
    try:
        with open(_CRASH_FILE) as file:
            text = file.read()
    except OSError:
        text = ""
    piece = text[at : at + _CRASH_CHARS]
    return {"crash": piece, "more": at + len(piece) < len(text)}


def _battery(_at):
    return BatteryNotes().read()
