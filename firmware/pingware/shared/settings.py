"""The owner's settings: schema, defaults and validation. What cannot be used is named.

A setting that is nonsense falls back to its default by itself; the others stay. So a damaged
file never makes a block that does not start, or one that is louder than its cap.
"""

from pingware.shared import limits

VERSION = 1

# name: (default, rule)
SCHEMA = {
    "volume": (6, limits.LEVEL),
    "cap": (10, limits.LEVEL),  # the loudest that a grown-up allows
    "mute_lock": (False, limits.SWITCH),  # silent, whatever the volume
    "chime": (4, limits.LEVEL),  # the ping of power-on
    "profile": ("manual", limits.PROFILE),
    "weights": ([2, 2, 1, 1], limits.WEIGHTS),  # of the profile custom
    "cells": ("3xaaa", limits.CELL_KIND),
    # The worms.
    "run_s": ([20, 20], limits.RUN_S),  # shortest and longest; equal unless it is a surprise
    "motion": ("normal", limits.MOTION),
    "ticks": (True, limits.SWITCH),  # of the last five seconds
    "players": (0, limits.PLAYERS),  # 0: timer alone, no referee
    "together": (False, limits.SWITCH),  # all grab at once (variant A)
    "mixed": (False, limits.SWITCH),  # random hands (variant B)
    "names": ([], limits.NAMES),
    "servo": ({}, limits.SERVO),  # what differs from the default calibration
}


WORMS = ("run_s", "motion", "ticks", "players", "together", "mixed", "names", "servo")
BLOCK = ("volume", "cap", "mute_lock", "chime", "profile", "weights", "cells")


class Settings:
    """Valid settings, each an attribute; set them with ``change`` only.

    Args:
        stored: what was read (anything); None if nothing was stored.
        store: has ``save(dict)``; None if there is no place to keep them.
    """

    def __init__(self, stored=None, store=None):
        self.problems = []  # sentences
        self._store = store
        self._changed = False  # since they were stored
        self._values = {name: _copy(SCHEMA[name][0]) for name in SCHEMA}
        if isinstance(stored, dict):
            self._take(stored)
        elif stored is not None:
            self.problems.append("The stored settings are no object: all defaults.")

    def _take(self, stored):
        if stored.get("version") != VERSION:
            self.problems.append("The stored settings are not of version %d." % VERSION)
        for name in sorted([str(name) for name in stored]):
            if name in SCHEMA:
                self._take_one(name, stored[name])
            elif name != "version":
                self.problems.append("%s is no setting: dropped." % name)

    def _take_one(self, name, value):
        is_right, words = SCHEMA[name][1]
        if is_right(value):
            self._values[name] = _copy(value)
        else:
            self.problems.append("%s must be %s: default." % (name, words))

    def __getattr__(self, name):
        if name in SCHEMA:
            return self._values[name]
        raise AttributeError(name)

    @property
    def unsaved(self):
        """Whether something was changed that is not stored yet (bool)."""
        return self._changed

    @property
    def loudness(self):
        """The level that may be heard (int, 0..10): volume, cap and mute lock together."""
        return 0 if self.mute_lock else min(self.volume, self.cap)

    def change(self, name, value):
        """Sets one setting. Raises ValueError that says what would be right."""
        if name not in SCHEMA:
            raise ValueError("%s is no setting." % name)
        is_right, words = SCHEMA[name][1]
        if not is_right(value):
            raise ValueError("%s must be %s." % (name, words))
        if value != self._values[name]:
            self._values[name] = _copy(value)
            self._changed = True

    def as_dict(self):
        """Returns what is to be stored (dict of JSON)."""
        stored = self.part(SCHEMA)
        stored["version"] = VERSION
        return stored

    def part(self, names):
        """Returns some settings by name (dict of JSON), for example those in ``WORMS``."""
        return {name: _copy(self._values[name]) for name in names}

    def save(self):
        """Stores them if they were changed. Returns True if written. Raises OSError."""
        if not self._changed or not self._store:
            return False
        written = self._store.save(self.as_dict())
        self._changed = False
        return written


def _copy(value):
    return type(value)(value) if isinstance(value, (list, dict)) else value
