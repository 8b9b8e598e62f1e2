"""Answers and events of a device as typed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field
from dataclasses import fields as dataclass_fields
from typing import Any, TypeVar

from pingblock.errors import BadInput, WrongDevice
from pingware.shared import motion as rules


@dataclass(frozen=True)
class Hello:
    """Identity of a device.

    ``uid`` is the number of the chip. ``seeded`` is true if a seed determines the draws. ``ended``
    is the task or interrupt that failed before the last start, or "".
    """

    protocol: int
    version: str
    board: str
    uid: str
    seeded: bool
    ended: str = ""


@dataclass(frozen=True)
class Outcome:
    """Outcome of a press.

    Args:
        outcome: ``coins`` or another kind of ``games.block.outcomes``. Other games have
            ``roll``, ``card`` and so on.
        coins: number of coins, 1..6 if the outcome is ``coins``, otherwise 0.
        draw: number of this draw since power-on, from 1.
        details: further fields of other games, for example ``dice`` and ``bonus``. It is empty for
            the block.
    """

    outcome: str
    coins: int
    draw: int
    details: dict[str, Any] = field(default_factory=dict)


def is_muted(settings: Mapping[str, Any]) -> bool:
    """Returns whether a device is muted by the lock or the button. Its volume does not matter."""
    return bool(settings.get("mute_lock") or settings.get("button_mute"))


@dataclass(frozen=True)
class Volume:
    """Levels, 0..10. With ``mute_lock`` or ``button_mute`` the device is silent."""

    volume: int
    cap: int
    chime: int
    mute_lock: bool
    button_mute: bool = False  # Older firmware does not report it.


@dataclass(frozen=True)
class BatteryCheck:
    """Result of a test of the whole battery pack, without and with a load.

    ``verdict`` is good, fair, replace_soon or stop. With a ``fault`` the cells were not tested.
    The verdict is then that of the last good test.
    """

    open_mv: int
    loaded_mv: int
    milliohm: int
    verdict: str
    demo_cell: bool
    fault: str | None = None


@dataclass(frozen=True)
class SettingsState:
    """All settings of a device.

    ``unsaved`` is true if a change is not stored yet. ``waits`` lists the changes that take effect
        when the worms next move.
    """

    values: dict[str, Any]
    version: int
    unsaved: bool
    waits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Odds:
    """The odds in force: the profile's name, and the weights of 1 to 6 coins and the rest."""

    profile: str
    weights: tuple[int, ...]


@dataclass(frozen=True)
class Fault:
    """A kind of fault since power-on: its count, and how long ago it occurred first and last."""

    code: str
    count: int
    first_ago_ms: int
    last_ago_ms: int


@dataclass(frozen=True)
class CellTest:
    """A requested test of the whole battery pack. ``verdict`` is as in ``BatteryCheck``."""

    open_mv: int
    loaded_mv: int
    milliohm: int
    verdict: str


@dataclass(frozen=True)
class CellHistory:
    """The latest tests, oldest first. ``count`` is the number of tests ever made."""

    count: int
    tests: tuple[CellTest, ...]


@dataclass(frozen=True)
class CalibrationValues:
    """Servo calibration: pulses at both ends in us, the worms' range and rest in 0..180 deg."""

    from_us: int
    to_us: int
    reverse: bool
    low_deg: int
    high_deg: int
    home_deg: int

    def changed(self, **values: object) -> CalibrationValues:
        """Returns a copy with other values. Raises BadInput with the reason if they are wrong.

        If ``home_deg`` is not given, it moves into the new range if needed.
        """
        whole = {**asdict(self), **values}
        if "home_deg" not in values and {"low_deg", "high_deg"} & values.keys():
            whole["home_deg"] = max(whole["low_deg"], min(whole["high_deg"], whole["home_deg"]))
        try:
            return CalibrationValues(**rules.Calibration(whole).as_dict())
        except ValueError as wrong:
            raise BadInput(str(wrong)) from None


Answer = TypeVar("Answer", Hello, Outcome, Volume, BatteryCheck)


def of(kind: type[Answer], fields: dict[str, Any]) -> Answer:
    """Makes a value of type ``kind`` from a device's fields. Raises WrongDevice if a field is
    missing.

    ``untrusted`` has checked the types. A newer device can send more fields.
    """
    needed = {
        each.name
        for each in dataclass_fields(kind)
        if each.default is MISSING and each.default_factory is MISSING
    }
    if lacking := sorted(needed - fields.keys()):
        raise WrongDevice(f"The device's answer lacks {', '.join(lacking)}.")
    known = {each.name for each in dataclass_fields(kind)} & fields.keys()
    return kind(**{name: fields[name] for name in known})
