"""Types of what a device reports: its status and its events, for programs and type checkers.

A newer device may send more than is named here. What it sends is checked by ``shapes``.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class StatusSettings(TypedDict, total=False):
    """Settings in a status: those of the device, and of the game that is chosen."""

    volume: int
    cap: int
    chime: int
    mute_lock: bool
    cells: str
    profile: str
    weights: list[int]
    dice_rules: str
    fortune_press: str


class Status(TypedDict):
    """Status of a device; see ``Device.status``."""

    game: str
    draws: int  # since power-on
    settings: StatusSettings
    usb: bool  # it is powered by USB
    battery: dict[str, Any] | None  # the latest battery test since power-on
    faults: dict[str, int]  # code to count, since power-on
    problems: list[str]  # sentences about stored settings
    seeded: bool  # the draws are fixed
    lines_refused: int
    lines_dropped: int
    underruns: int  # gaps in the sound
    playing: NotRequired[bool]  # something sounds; older firmware does not report it
    ram_free: NotRequired[int]  # bytes; if it was asked for
    ram_largest: NotRequired[int]  # bytes in one piece; in silence alone


class DeviceEvent(TypedDict):
    """Event of a device; which fields it has follows from ``event``."""

    event: str  # press, outcome, replay, battery, fault, run, score, hand, turn, mute, hello ...
    ms: int  # since power-on
    outcome: NotRequired[str]  # of outcome and replay
    coins: NotRequired[int]
    draw: NotRequired[int]
    dice: NotRequired[list[int]]
    number: NotRequired[int]
    action: NotRequired[str]
    card: NotRequired[str]
    button: NotRequired[str]  # of press: block or check
    state: NotRequired[str]  # of run: armed, started, ended, stopped or won
    run: NotRequired[int]
    length_ms: NotRequired[int]
    code: NotRequired[str]  # of fault
    say: NotRequired[str]
    player: NotRequired[int]  # of turn, score and hand
    muted: NotRequired[bool]  # of mute
    name: NotRequired[str]  # of game: which is on, chosen at the device
    why: NotRequired[str]  # of game: what kept the chosen one from coming
