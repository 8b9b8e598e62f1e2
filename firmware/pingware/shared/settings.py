"""The owner's settings: defaults, stored values and changes. Invalid values are reported.

An invalid setting falls back to its default. The others stay. So a damaged file cannot prevent the
start of the device or make it louder than its cap.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pingware.shared.declarations import Declarations
from pingware.shared.schema import Rule, Setting, is_right
from pingware.shared.wording import words_of, wrong_value

VERSION = 1


def lift_both(changes: "dict[str, Any]") -> None:
    """Adds the button's mute to changes over the link that unlock the mute, unless they set it.

    A grown-up who unmutes with the computer wants sound, whichever mute was on.
    """
    if changes.get("mute_lock") is False:
        changes.setdefault("button_mute", False)


class Settings:
    """Valid settings, each an attribute. Set them only with ``change``.

    Args:
        declarations: the known settings.
        stored: value from the storage (any), or None.
        store: has ``save(dict)``, or None without storage.
    """

    def __init__(
        self, declarations: "Declarations", stored: object = None, store: "Any" = None
    ) -> None:
        self.declarations = declarations
        self.problems: list[str] = []  # a sentence for each problem
        self._store = store
        self.unsaved = False  # whether a change is not stored yet
        tables = declarations.settings
        self._values = {name: _copy(each[name].default) for each in tables for name in each}
        # (names, callable): callbacks for changes
        self._acts: "list[tuple[tuple[str, ...], Callable[[], object]]]" = []
        self._checks: "list[Callable[[dict[str, Any]], object]]" = []
        # stored settings of games that are not loaded or unknown
        self.waiting: dict[str, Any] = {}
        self._others: dict[str, Any] = {}  # defaults of the loaded games
        if isinstance(stored, dict):
            self._take(stored)
        elif stored is not None:
            self.problems.append("The stored settings are not an object: all defaults.")

    def _take(self, stored: "dict[str, Any]") -> None:
        if stored.get("version") != VERSION:
            self.problems.append("version must be %d." % VERSION)
        for name in sorted(stored):
            if name in self._values:
                rule = self.declarations.setting(name).rule  # type: ignore[union-attr]
                self._take_one(name, rule, stored[name])
            elif name != "version":
                self.waiting[name] = stored[name]

    def add(self, declared: "Mapping[str, Setting]") -> None:
        """Adds the settings of a loaded game with their stored values."""
        for name in declared:
            if name not in self._values:
                self._values[name] = self._others[name] = _copy(declared[name].default)
                if name in self.waiting:
                    self._take_one(name, declared[name].rule, self.waiting.pop(name))

    def _take_one(self, name: str, rule: "Rule", value: object) -> None:
        if is_right(rule, value):
            self._values[name] = _copy(value)
        else:
            # The value is left out, because all problems must fit in the line of a status.
            self.problems.append("%s must be %s: default." % (name, words_of(rule)))

    def __getattr__(self, name: str) -> "Any":
        if name in self._values:
            return self._values[name]
        raise AttributeError(name)

    @property
    def loudness(self) -> int:
        """The current loudness level (int, 0..10): volume, cap and both mutes together."""
        volume: int = self.volume
        return 0 if self.mute_lock or self.button_mute else min(volume, self.cap)

    def on_change(self, names: "Iterable[str]", act: "Callable[[], object]") -> None:
        """Calls ``act()`` after each change that sets one of ``names``.

        It is called once for each change, even if the value stays the same. Earlier callbacks run
        first.
        """
        self._acts.append((tuple(names), act))

    def forget(self, act: "Callable[[], object]") -> None:
        """Removes the callback ``act``, which must be the same object as for ``on_change``."""
        self._acts = [each for each in self._acts if each[1] is not act]

    def on_check(self, check: "Callable[[dict[str, Any]], object]") -> None:
        """Calls ``check(changes)`` before each change. ``check`` refuses it by ValueError."""
        self._checks.append(check)

    def change(self, changes: "dict[str, Any]") -> None:
        """Sets some settings, all or none, and calls their callbacks (see ``on_change``).

        Raises:
            ValueError: a name or value is wrong. The text states the valid ones. All settings are
                unchanged.
        """
        self.check(changes)
        for name in changes:
            if changes[name] != self._values.get(name):
                self._values[name] = _copy(changes[name])
                self.unsaved = True
        for names, act in self._acts:
            if set(names) & set(changes):
                act()

    def check(self, changes: "dict[str, Any]") -> None:
        """Raises ValueError for an unknown name or an invalid value."""
        for name in sorted(changes):
            found = self.declarations.setting(name)
            if found is None:
                raise ValueError("There is no setting %s. Nothing was changed." % name[:20])
            if not is_right(found.rule, changes[name]):
                wrong = wrong_value(name, found.rule, changes[name])
                raise ValueError("%s. Nothing was changed." % wrong)
        for each in self._checks:
            each(changes)

    def as_dict(self) -> "dict[str, Any]":
        """Returns the values to store (dict of JSON). Defaults of loaded games are left out."""
        stored = self.all()
        for name in self._others:
            if stored[name] == self._others[name]:
                del stored[name]
        stored.update(self.waiting)
        stored["version"] = VERSION
        return stored

    def all(self) -> "dict[str, Any]":
        """Returns all settings by name (dict of JSON)."""
        return self.part(self._values)

    def part(self, names: "Iterable[str]") -> "dict[str, Any]":
        """Returns some settings by name (dict of JSON)."""
        return {name: _copy(self._values[name]) for name in names}

    def save(self) -> bool:
        """Stores them if they were changed. Returns True if written. Raises OSError."""
        if not self.unsaved or not self._store:
            return False
        written: bool = self._store.save(self.as_dict())
        self.unsaved = False
        return written


def _copy(value: "Any") -> "Any":
    return type(value)(value) if isinstance(value, (list, dict)) else value
