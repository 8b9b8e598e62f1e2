"""Requests of the owner: log and settings. The first one loads this module.

A request changes all of its settings or no setting.
"""

import time

from pingware.app.power.cell_test import BatteryNotes
from pingware.games.catalog import CATALOG
from pingware.shared.schema import NEXT_RUN, NOT_IN_A_RUN
from pingware.shared.settings import VERSION, lift_both

_DONE = "done"
_BUSY = "busy"


class OwnerSettings:
    """Answers the request ``settings``.

    Args:
        settings: ``shared.settings.Settings``.
        host: ``app.play.game_host.GameHost``. While it ``runs``, some settings must wait.
    """

    def __init__(self, settings, host):
        self._settings = settings
        self._host = host

    async def handle(self, request):
        """Handles a request (dict): ``reset`` first, then ``set``.

        Returns:
            dict: ``reply`` is "done", or "busy" if the wiggling worms prevented the change.
            ``waits`` lists the settings that caused "busy" or that act from the next wiggle on.
            ``unsaved`` is whether a change is not stored yet. The schema's version follows, and
            the settings of the device, the worms, the block and the chosen game, or only those of
            the press game ``of``.

        Raises:
            ValueError: a name, value or game is wrong. All settings are unchanged.
            Exception: the error of a change to another game. All other settings were changed.
        """
        changes, shown = self._checked(request)
        waits = self._waiting(changes, NOT_IN_A_RUN)
        if waits:
            return self._answer(_BUSY, waits, shown)
        later = self._waiting(changes, NEXT_RUN)
        # not one call deeper, because callbacks load modules here
        self._settings.change(changes)
        if "game" in changes:
            await self._host.switched()
        return self._answer(_DONE, later, shown)

    def _checked(self, request):
        """Returns the requested changes (dict) and the settings to show."""
        held = self._settings.all()
        reset = request.get("reset")
        names = list(request.get("set", ())) + (reset or [])
        if "of" in request or reset == [] or [name for name in names if name not in held]:
            CATALOG.load(self._settings)
        shown = self._settings.declarations.settings
        if "of" in request:
            shown = [CATALOG.game(request["of"]).settings]
        changes = self._changes(request)
        self._settings.check(changes)
        return changes, shown

    def _waiting(self, changes, when):
        """Returns the changed settings (sorted names) that must wait while the worms wiggle."""
        if not self._host.runs:
            return []
        return sorted([name for name in changes if self._found(name).when == when])

    def _changes(self, request):
        """Returns the settings that would change (dict)."""
        held = self._settings.all()
        wanted = {}
        if "reset" in request:
            wanted = {name: self._default(name) for name in request["reset"] or held}
        wanted.update(request.get("set", {}))
        lift_both(wanted)
        return {name: wanted[name] for name in wanted if _is_new(name, wanted[name], held)}

    def _found(self, name):
        return self._settings.declarations.setting(name)

    def _default(self, name):
        found = self._found(name)
        return found and found.default  # ``check`` names unknown settings

    def _answer(self, reply, waits, shown):
        return {
            "reply": reply,
            "waits": waits,
            "unsaved": self._settings.unsaved,
            "version": VERSION,
            "settings": self._settings.part([name for each in shown for name in each]),
        }


def _is_new(name, value, held):
    """Returns whether a value differs from the current one (bool). Here 1 differs from True."""
    return name not in held or type(value) is not type(held[name]) or value != held[name]


_CRASH_FILE = "/crash.txt"
# limit of one answer, because a line of the link has 1024 bytes and escapes are longer
_CRASH_CHARS = 400


class OwnerHandlers:
    """The requests ``log`` and ``settings``.

    Args:
        settings, reports, host: the objects of ``app``.
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
