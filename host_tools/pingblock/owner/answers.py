"""Answers to the owner's requests as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SettingsState:
    """All settings of a device.

    ``unsaved``: something was changed that would be lost with the power; ``waits``: what was
    changed but acts from the next run of the worms on.
    """

    values: dict[str, Any]
    version: int
    unsaved: bool
    waits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Odds:
    """A profile with its nine weights: 1 to 6 coins, laugh, power-up, game over."""

    profile: str
    weights: tuple[int, ...]


@dataclass(frozen=True)
class Fault:
    """A kind of fault since power-on: how often, and how long ago it was first and last seen."""

    code: str
    count: int
    first_ago_ms: int
    last_ago_ms: int


@dataclass(frozen=True)
class CellTest:
    """A test of the whole pack that somebody asked for; verdict as of ``BatteryCheck``."""

    open_mv: int
    loaded_mv: int
    milliohm: int
    verdict: str


@dataclass(frozen=True)
class CellHistory:
    """The latest tests, oldest first; ``count`` is how many there ever were."""

    count: int
    tests: tuple[CellTest, ...]
