"""Messages of a device: the types of its answers and events.

``shapes`` uses these types for checks, type checkers read them, and ``python -m
tools.page_messages`` writes them for the page. They are types, not limits: an older or newer
device can send other values, and more fields.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, Required, TypedDict

from pingblock.connection.answers import BatteryCheck, CalibrationValues, Outcome
from pingware.shared.schema import list_of, such_that, whole

_INT = whole(-(2**63), 2**63)
Pair = Annotated[list[int], list_of(_INT, 2, 2)]
# Voltage without and with a load in mV, resistance in milliohms, and verdict: good, fair,
# replace_soon or stop.
NotedTest = Annotated[
    list[int], such_that(list_of(_INT, 4, 4), lambda noted: noted[3] in range(4), "a noted test")
]


class HelloAnswer(TypedDict):
    """Identity of a device."""

    product: Any  # ``DeviceLink`` checks this and the protocol itself, for a more helpful message.
    protocol: Any
    game: NotRequired[str]  # older firmware does not report it
    version: str
    board: str
    uid: str  # the chip's number
    seeded: bool  # whether a seed determines the draws
    ended: str  # the task or interrupt at which the firmware failed, or ""


class StatusSettings(TypedDict, total=False):
    """Settings in a status: settings of the device, and settings of the chosen game."""

    volume: Required[int]
    cap: Required[int]
    chime: Required[int]
    mute_lock: Required[bool]
    button_mute: bool
    cells: str
    profile: str
    weights: list[int]
    motion: str
    names: list[str]
    run_s: Pair
    dice_rules: str
    fortune_press: str


class Status(TypedDict):
    """Status of a device. See ``Device.status``."""

    game: str
    draws: int  # number of draws since power-on
    counts: NotRequired[list[int]]  # number of draws of each outcome of the block
    settings: StatusSettings
    usb: bool  # whether USB powers the device
    battery: (
        Annotated[dict[str, Any], BatteryCheck] | None
    )  # the latest battery test since power-on
    faults: dict[str, int]  # code of the fault -> count since power-on
    problems: list[str]  # sentences about problems with stored settings
    problem_count: NotRequired[int]  # number of all problems, because the list has a limit
    seeded: bool  # whether a seed determines the draws
    lines_refused: int
    lines_dropped: int
    underruns: int  # gaps in the sound
    playing: NotRequired[bool]  # Whether a sound plays. Older firmware does not report it.
    ram_free: NotRequired[int]  # free memory in bytes, if it was requested
    ram_largest: NotRequired[int]  # largest free block in bytes, only while no sound plays


class PressAnswer(TypedDict):
    accepted: bool


class ReplayAnswer(TypedDict):
    replay: str


class VolumeAnswer(TypedDict):
    volume: int
    cap: int
    heard: int  # the volume at which sounds play now
    unsaved: bool


class ProfileAnswer(TypedDict):
    profile: str
    weights: list[int]


class GameAnswer(TypedDict):
    game: str
    games: list[str]


class SettingsAnswer(TypedDict):
    settings: StatusSettings
    version: int
    unsaved: bool  # whether a loss of power would lose changes
    reply: str
    waits: list[str]  # names of settings that take effect at the next wiggle of the worms


class OddsAnswer(TypedDict):
    profile: str
    weights: list[int]  # weight of each outcome. Another version can have more or fewer outcomes.
    counts: list[int]


class WormsAnswer(TypedDict):
    state: str
    reply: str
    runs: int
    elapsed_ms: int
    player: int
    surprise: bool
    settings: StatusSettings
    scores: list[int]
    winner: int | None


class CalibrationAnswer(TypedDict):
    trial: bool  # whether calibration values are on trial
    calibration: Annotated[dict[str, Any], CalibrationValues]


class NotedFault(TypedDict):
    code: str
    count: int
    first_ms: int
    last_ms: int


class LogAnswer(TypedDict, total=False):
    faults: list[NotedFault]
    now_ms: int
    count: int
    crash: str
    more: bool
    tests: list[NotedTest]


class FilesAnswer(TypedDict):
    files: dict[str, Pair]  # name -> bytes and CRC-32
    more: bool


class RemoveAnswer(TypedDict):
    removed: bool


class UpdateAnswer(TypedDict):
    slot: Literal["a", "b"]
    running: str
    state: str
    why: str  # the reason why the other slot was rejected, or ""
    mpy: int  # version of the format of compiled files
    base: NotRequired[str]  # if firmware runs in place: hash of the image that it is linked to
    crc32: NotRequired[int]  # checksum of the image in the running slot
    other: NotRequired[Literal["good", "rejected", "unusable", "none"]]  # state of the other slot


class SoundsAnswer(TypedDict):
    own: dict[str, Pair]  # name -> bytes and ms
    unusable: list[str]
    restart: bool
    waiting: bool
    playing: bool
    ram: Pair  # memory that sounds use, and their limit, in bytes


class CallAnswer(TypedDict):
    playing: bool


class SelftestAnswer(TypedDict):
    inputs: dict[str, bool]
    sweep: bool
    sounds: bool
    pins: NotRequired[dict[str, int]]  # signal -> GPIO, for the signals that the owner can move
    base: NotRequired[bool]  # whether the apple base is fitted


class PressEvent(TypedDict, total=False):
    button: str  # "block" or "check"


class FaultEvent(TypedDict, total=False):
    code: str
    say: str


class RunEvent(TypedDict, total=False):
    state: str  # "armed", "started", "ended", "stopped" or "won"
    run: int
    length_ms: int


class PutEvent(TypedDict, total=False):
    at: int
    block: int
    crc32: int


class DeviceEvent(PressEvent, FaultEvent, RunEvent, total=False):
    """Event of a device. ``event`` determines its fields."""

    event: Required[str]  # such as "press", "outcome", "replay", "battery", "fault" or "hello"
    ms: Required[int]  # time since power-on
    outcome: str  # only in "outcome" and "replay"
    coins: int
    draw: int
    dice: list[int]
    number: int
    action: str
    card: str
    player: int  # only in "turn", "score" and "hand"
    muted: bool  # only in "mute"
    name: str  # in "game": the game that was chosen on the device
    why: str  # in "game": why the chosen game cannot start


ANSWERS: dict[str, Any] = {
    "hello": HelloAnswer,
    "status": Status,
    "press": PressAnswer,
    "replay": ReplayAnswer,
    "volume": VolumeAnswer,
    "profile": ProfileAnswer,
    "game": GameAnswer,
    "settings": SettingsAnswer,
    "odds": OddsAnswer,
    "worms": WormsAnswer,
    "worms_calibrate": CalibrationAnswer,
    "log": LogAnswer,
    "files": FilesAnswer,
    "remove": RemoveAnswer,
    "update": UpdateAnswer,
    "sounds": SoundsAnswer,
    "call": CallAnswer,
    "selftest": SelftestAnswer,
}
EVENTS: dict[str, Any] = {
    "outcome": Outcome,
    "replay": Outcome,
    "press": PressEvent,
    "battery": BatteryCheck,
    "fault": FaultEvent,
    "run": RunEvent,
    "put": PutEvent,
}
