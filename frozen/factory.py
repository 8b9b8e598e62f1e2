"""Firmware that is frozen into MicroPython, beside the two slots: what the start does otherwise.

The build lets ``root/start.py`` call ``stand_in`` at its end. While there is no manifest in
``/a``, the frozen firmware stands in the place of slot a, and ``/slot`` says ``/f`` for it: an
update goes into ``/b``, the next one into ``/a``. It is also what runs when no slot is any good.

``/factory`` names the image that has started here last. Where it is another one, somebody has just
put it on the board to have its firmware: that runs, and slot b is left for ``update rollback``.
"""

import os
import sys

FIRMWARE, HOME = ".frozen/f", ".frozen/start"
IDENTITY = "IDENTITY"
_NAME, _SLOT, _TRIAL, _MANIFEST = "/factory", "/slot", "/trial", "/a/manifest.txt"
_FROZEN, _A = "/f", "/a"


def stand_in(start):
    """Changes the module of the start so that the frozen firmware takes part.

    Args:
        start: made of ``root/start.py``.
    """
    read, wrote, whole, best, enter = (
        start._read,
        start._wrote,
        start._is_whole,
        start._best,
        start._enter,
    )

    def read_(path):
        text = read(path)
        return _A if path == _SLOT and text == _FROZEN else text

    def wrote_(path, text):
        frozen = path == _SLOT and text == _A and not _has_a()
        return wrote(path, _FROZEN if frozen else text)

    def whole_(folder):
        return whole(folder) or (folder == _A and not _has_a())

    def best_(slot, bad, asked):
        found, wrong = best(slot, bad, asked)
        if wrong in ("", "asked") or not _has_a():
            return found, wrong
        _remove(_MANIFEST)
        start._count(0)
        if slot == "b":
            wrote(_TRIAL, "a-b " + wrong)
        return "a", ""

    def enter_(folder):
        if folder != _A or _has_a():
            enter(folder)
            return
        sys.path[:1] = [FIRMWARE, FIRMWARE]
        del sys.modules["app"]
        import app  # noqa: F401 - ``run`` finds it among the modules

    def safe_():
        sys.path[0] = HOME
        import safe

        return safe

    if read(_NAME) != IDENTITY:
        _remove(_TRIAL)
        _remove(_MANIFEST)
        wrote(_SLOT, _FROZEN)
        wrote(_NAME, IDENTITY)
    start._read, start._wrote, start._is_whole = read_, wrote_, whole_
    start._best, start._enter, start._safe = best_, enter_, safe_


def _has_a():
    """Returns whether slot a holds firmware of its own (bool), good or not."""
    try:
        os.stat(_MANIFEST)
    except OSError:
        return False
    return True


def _remove(path):
    try:
        os.remove(path)
    except OSError:
        pass
