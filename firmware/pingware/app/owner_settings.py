"""The owner's settings over the link: all of a request's changes, or none of them."""

from pingware.games.worms.options import NEXT_RUN, NOT_IN_A_RUN
from pingware.shared.settings import VERSION, declaration

_DONE = "done"
_BUSY = "busy"


class OwnerSettings:
    """Answers the request ``settings``.

    Args:
        settings: ``shared.settings.Settings``.
        base: ``app.base_link.BaseLink``; None on a board without the apple base.
    """

    def __init__(self, settings, base):
        self._settings = settings
        self._base = base

    def handle(self, request):
        """Does what a request (dict) asks for: ``reset`` first, then ``set``.

        Returns:
            dict: ``reply`` "done", or "busy" if nothing was changed because of a run; ``waits``:
            the settings that made it busy, or that act from the next run on; ``unsaved``: whether
            anything is not stored yet; the schema's version and all settings.

        Raises:
            ValueError: a name or value is wrong; nothing was changed.
        """
        changes = self._changes(request)
        self._settings.check(changes)
        if self._base is not None:
            self._base.check(changes)
        in_a_run = self._base is not None and self._base.busy
        waits = [name for name in NOT_IN_A_RUN if in_a_run and name in changes]
        if waits:
            return self._told(_BUSY, waits)
        self._settings.change(changes)
        return self._told(_DONE, [name for name in NEXT_RUN if in_a_run and name in changes])

    def _changes(self, request):
        """Returns what would be other than it is (dict)."""
        held = self._settings.all()
        wanted = {}
        if "reset" in request:
            wanted = {name: _default(name) for name in request["reset"] or held}
        wanted.update(request.get("set", {}))
        return {name: wanted[name] for name in wanted if _is_new(name, wanted[name], held)}

    def _told(self, reply, waits):
        return {
            "reply": reply,
            "waits": waits,
            "unsaved": self._settings.unsaved,
            "version": VERSION,
            "settings": self._settings.all(),
        }


def _default(name):
    found = declaration(name)
    return found and found.default  # ``check`` names what is unknown


def _is_new(name, value, held):
    """Returns whether a value is not the one that is held; 1 is not True here (bool)."""
    return name not in held or type(value) is not type(held[name]) or value != held[name]
