"""Settings over the link: all of a request's changes, or none of them."""

from pingware.games.catalog import CATALOG
from pingware.shared.schema import NEXT_RUN, NOT_IN_A_RUN
from pingware.shared.settings import VERSION, lift_both

_DONE = "done"
_BUSY = "busy"


class OwnerSettings:
    """Answers the request ``settings``.

    Args:
        settings: ``shared.settings.Settings``.
        host: ``app.play.game_host.GameHost``; while it ``runs``, some settings have to wait.
    """

    def __init__(self, settings, host):
        self._settings = settings
        self._host = host

    async def handle(self, request):
        """Does what a request (dict) asks for: ``reset`` first, then ``set``.

        Returns:
            dict: ``reply`` "done", or "busy" if nothing was changed because of a run; ``waits``:
            the settings that made it busy, or that act from the next run on; ``unsaved``: whether
            anything is not stored yet; the schema's version; and the settings of the device, the
            worms, the block and the chosen game, or those of the press game ``of`` alone.

        Raises:
            ValueError: a name or value is wrong, or there is no such game; nothing was changed.
            Exception: what kept another game from coming; all else was changed.
        """
        try:
            changes, shown = self._checked(request)
            waits = self._waiting(changes, NOT_IN_A_RUN)
            if waits:
                return self._answer(_BUSY, waits, shown)
            later = self._waiting(changes, NEXT_RUN)
            self._settings.change(changes)  # not a call deeper: others load what they need now
            if "game" in changes:
                await self._host.switched()
            return self._answer(_DONE, later, shown)
        finally:
            CATALOG.forget()

    def _checked(self, request):
        """Returns the changes (dict) that a request asks for, and the settings to be shown."""
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
        """Returns the changed settings (sorted names) of a kind that has to wait during a run."""
        if not self._host.runs:
            return []
        return sorted([name for name in changes if self._found(name).when == when])

    def _changes(self, request):
        """Returns what would be other than it is (dict)."""
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
        return found and found.default  # ``check`` names what is unknown

    def _answer(self, reply, waits, shown):
        return {
            "reply": reply,
            "waits": waits,
            "unsaved": self._settings.unsaved,
            "version": VERSION,
            "settings": self._settings.part([name for each in shown for name in each]),
        }


def _is_new(name, value, held):
    """Returns whether a value is not the one that is held; 1 is not True here (bool)."""
    return name not in held or type(value) is not type(held[name]) or value != held[name]
