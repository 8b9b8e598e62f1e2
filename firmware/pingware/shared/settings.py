"""The owner's settings: defaults, stored values and changes. What cannot be used is named.

A setting that is nonsense falls back to its default by itself; the others stay. So a damaged
file never makes a block that does not start, or one that is louder than its cap.
"""

from pingware.shared.schema import is_right
from pingware.shared.wording import words_of, wrong_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Protocol

    from pingware.shared.declarations import Declarations
    from pingware.shared.schema import Rule, Setting

    class Store(Protocol):
        """Place that keeps settings."""

        def save(self, value: dict[str, Any]) -> bool:
            """Writes them; returns whether that was needed. Raises OSError."""


VERSION = 1


def lift_both(changes: "dict[str, Any]") -> None:
    """Adds the button's mute to changes over the link that unlock the mute, unless they set it.

    A grown-up who unmutes at the computer wants sound, whichever of the two was on.
    """
    if changes.get("mute_lock") is False:
        changes.setdefault("button_mute", False)


class Settings:
    """Valid settings, each an attribute; set them with ``change`` only.

    Args:
        declarations: which settings there are.
        stored: what was read (anything); None if nothing was stored.
        store: has ``save(dict)``; None if there is no place to keep them.
    """

    def __init__(
        self, declarations: "Declarations", stored: object = None, store: "Store | None" = None
    ) -> None:
        self.declarations = declarations
        self.problems: list[str] = []  # sentences
        self._store = store
        self.unsaved = False  # True if a change is not stored yet
        tables = declarations.settings
        self._values = {name: _copy(each[name].default) for each in tables for name in each}
        # (names, callable): who acts on a change
        self._acts: "list[tuple[tuple[str, ...], Callable[[], object]]]" = []
        self._checks: "list[Callable[[dict[str, Any]], object]]" = []
        self.waiting: dict[str, Any] = {}  # stored settings of a game that was not loaded, or none
        self._others: dict[str, Any] = {}  # defaults of the games that were loaded
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
        """Takes the settings of a game that was loaded; what is stored of them counts from now."""
        for name in declared:
            if name not in self._values:
                self._values[name] = self._others[name] = _copy(declared[name].default)
                if name in self.waiting:
                    self._take_one(name, declared[name].rule, self.waiting.pop(name))

    def _take_one(self, name: str, rule: "Rule", value: object) -> None:
        if is_right(rule, value):
            self._values[name] = _copy(value)
        else:
            # Without the value: all problems must fit the line of a status.
            self.problems.append("%s must be %s: default." % (name, words_of(rule)))

    def __getattr__(self, name: str) -> "Any":
        if name in self._values:
            return self._values[name]
        raise AttributeError(name)

    @property
    def loudness(self) -> int:
        """The level that may be heard (int, 0..10): volume, cap and both mutes together."""
        volume: int = self.volume
        return 0 if self.mute_lock or self.button_mute else min(volume, self.cap)

    def on_change(self, names: "Iterable[str]", act: "Callable[[], object]") -> None:
        """Has ``act()`` called after each change that gives one of ``names`` a value.

        It is called once a change, whether or not the value is another one; those that were
        added first go first.
        """
        self._acts.append((tuple(names), act))

    def forget(self, act: "Callable[[], object]") -> None:
        """Calls ``act`` no more: the same object that ``on_change`` got."""
        self._acts = [each for each in self._acts if each[1] is not act]

    def on_check(self, check: "Callable[[dict[str, Any]], object]") -> None:
        """Has ``check(changes)`` called before each change; it raises ValueError to refuse it."""
        self._checks.append(check)

    def change(self, changes: "dict[str, Any]") -> None:
        """Sets some settings, all or none, and calls what acts on them (see ``on_change``).

        Raises:
            ValueError: a name or a value is wrong, and what would be right; nothing was changed.
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
        """Raises ValueError if a name is not a setting's, or a value not right for it."""
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
        """Returns what is to be stored (dict of JSON); of loaded games what is no default."""
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
        written = self._store.save(self.as_dict())
        self.unsaved = False
        return written


def _copy(value: "Any") -> "Any":
    return type(value)(value) if isinstance(value, (list, dict)) else value
