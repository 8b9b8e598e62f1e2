"""The owner's settings over the link: all of a request's changes, or none of them."""

from pingware.games.block import odds
from pingware.shared.settings import SCHEMA, VERSION, WORMS

_DONE = "done"
_BUSY = "busy"
_NOT_IN_A_RUN = ("players", "together", "mixed", "servo")  # a run goes by these until its end
_NEXT_RUN = ("run_s", "motion")  # the run that is on keeps what it began with


class OwnerSettings:
    """Changes settings and acts on them.

    Args:
        device: ``app.device.Block``.
        supply: ``app.supply.Supply``.
        base: ``app.base_link.BaseLink``; None on a board without the apple base.
    """

    def __init__(self, device, supply, base):
        self._device = device
        self._settings = device.settings
        self._supply = supply
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
        self._check(changes)
        in_a_run = self._base is not None and self._base.busy
        waits = [name for name in _NOT_IN_A_RUN if in_a_run and name in changes]
        if waits:
            return self._told(_BUSY, waits)
        self._apply(changes)
        return self._told(_DONE, [name for name in _NEXT_RUN if in_a_run and name in changes])

    def _changes(self, request):
        """Returns what would be other than it is (dict)."""
        wanted = {}
        if "reset" in request:
            wanted = {name: _default(name) for name in request["reset"] or SCHEMA}
        wanted.update(request.get("set", {}))
        held = self._settings.part(SCHEMA)
        return {name: wanted[name] for name in wanted if _is_new(name, wanted[name], held)}

    def _check(self, changes):
        for name in sorted(changes):
            is_right, words = SCHEMA[name][1]
            if not is_right(changes[name]):
                raise ValueError("%s must be %s: nothing was changed." % (name, words))
        if self._base is not None:
            self._base.check(changes)

    def _apply(self, changes):
        for name in changes:
            self._settings.change(name, changes[name])
        self._device.apply_volume()
        if "profile" in changes or "weights" in changes:
            self._draw_anew()
        if "cells" in changes:
            self._supply.take_cells(changes["cells"])
        if self._base is not None and any(name in changes for name in WORMS):
            self._base.apply(changes)

    def _draw_anew(self):
        chosen = self._settings
        self._device.game.set_weights(odds.weights_of(chosen.profile, chosen.weights))
        self._device.arm()

    def _told(self, reply, waits):
        return {
            "reply": reply,
            "waits": waits,
            "unsaved": self._settings.unsaved,
            "version": VERSION,
            "settings": self._settings.part(SCHEMA),
        }


def _default(name):
    _know(name)
    return SCHEMA[name][0]


def _know(name):
    if name not in SCHEMA:
        raise ValueError("%s is no setting: nothing was changed." % name[:20])


def _is_new(name, value, held):
    """Returns whether a value is not the one that is held; 1 is not True here (bool)."""
    _know(name)
    return type(value) is not type(held[name]) or value != held[name]
