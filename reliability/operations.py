"""Operations that write to the flash. Each is recorded once on the chip: every erase and program.

The device has the firmware of the download. ``slot_operations`` has the operations of an update.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from tests.scenarios.trials.cable import Cable
from tests.scenarios.trials.flash_log import FlashLog, logged
from tests.scenarios.trials.own_sound_files import RISE, made, wav

from pingblock.image import file_system
from pingblock.sounds.sound_file import path_of
from pingblock.virtual.parts.battery import PRESETS
from reliability.devices import CRASHES_S, crashing, filled, new_device
from reliability.life import UP_MS, Known, boot, known, logged_boot, wait_for_hello
from reliability.tears import PAGE_BYTES, SECTOR_BYTES, Change

Act = Callable[[Cable], None]

# Sounds that replace a sound of the block: a tune, and a recording of about 20 kB.
OLD_SOUND, NEW_SOUND = made("laugh", RISE).data, made("laugh", wav(lasts_ms=600), ".wav").data
_SOUND = path_of("laugh")
LONG: dict[str, object] = {  # settings that do not fit into the page that short files share
    "profile": "custom",
    "weights": [100, 101, 102, 103, 104, 105, 106, 107, 108],
    "dice_rules": "wasteland_speed",
    "clock_min": 90,
    "storm_spaces": list(range(11, 26)),
    "fortune_deck": dict.fromkeys(("gold", "diamond", "captain", "sea2", "skull1"), 12),
    "names": ["\u0416" * 12, "\u00e9" * 12, "Zo\u00eb", "Grandmother"],
    "servo": {"low_deg": 41, "high_deg": 141, "from_us": 700, "to_us": 2300},
}
_FREE_BLOCKS = 6  # free blocks of a flash that is nearly full
_ROOM_BLOCKS = 22  # free blocks of a flash with just enough room for a sound: 32 kB must stay free
_SAVED_MS = 4000.0
_HELD_MS = 2200.0
_TESTED_MS = 9000.0
_CONFIRMED_MS = 12_000.0


@dataclass(frozen=True)
class Recorded:
    """The part of a flash log that belongs to one operation.

    Args:
        name: name of the operation.
        log: log with the initial flash and the writes.
        first, end: its writes are ``log.writes[first:end]``.
    """

    name: str
    log: FlashLog
    first: int
    end: int

    def erases(self, number: int) -> bool:
        """Returns whether a write is an erase, not a page program."""
        return len(self.log.writes[number][1]) > PAGE_BYTES

    def change(self, number: int) -> Change:
        """Returns a write (``first`` to ``end`` - 1) with its sector before and after it."""
        at, after = self.log.writes[number]
        sector = at & ~(SECTOR_BYTES - 1)
        assert at + len(after) <= sector + SECTOR_BYTES, "the chip erases sector by sector"
        before = self.log.cut(number)[sector : sector + SECTOR_BYTES]
        start, end = at - sector, at - sector + len(after)
        return Change(sector, before, before[:start] + after + before[end:], start, end)

    @cache  # noqa: B019  lives as long as its log
    def old_and_new(self) -> tuple[Known, Known]:
        """Returns the states of a device that is cut before the first and after the last write."""
        return tuple(_known_on(self.log.cut(number)) for number in (self.first, self.end))  # type: ignore[return-value]


def _known_on(flash: bytes) -> Known:
    with boot(flash).bench as bench:
        return known(bench)


@dataclass(frozen=True)
class Operation:
    """Something that a device or its owner does.

    Args:
        base: makes the flash at the beginning.
        act: does it on a device that has started.
    """

    base: Callable[[], bytes]
    act: Act


def after(base: Callable[[], bytes], act: Act) -> bytes:
    """Returns the flash of a device after an action."""
    cable = boot(base())
    wait_for_hello(cable.bench)
    act(cable)
    flash = cable.bench.engine.flash_image()
    cable.bench.close()
    return flash


def _save(level: int) -> Act:
    def act(cable: Cable) -> None:
        cable.bench.request("volume", level=level)
        cable.bench.advance(_SAVED_MS)

    return act


def save_after(device: Callable[[], bytes], before: int, now: int) -> Operation:
    """Returns an operation that stores another volume, on a device that has stored one before.

    Args:
        device: makes the flash of a new device.
        before, now: the volumes.
    """
    return Operation(lambda: after(device, _save(before)), _save(now))


def _set(**values: object) -> Act:
    """Returns an action that sends settings in lines that fit, and waits until they are stored."""

    def act(cable: Cable) -> None:
        for name, value in values.items():
            reply = cable.bench.request("settings", set={name: value})
            assert reply["ok"]["reply"] == "done", reply
        cable.bench.advance(_SAVED_MS)

    return act


def _choose(game: str) -> Act:
    def act(cable: Cable) -> None:
        assert cable.bench.request("game", name=game)["ok"]["game"] == game
        cable.bench.advance(_SAVED_MS)

    return act


def _calibrate(cable: Cable) -> None:
    bench = cable.bench
    bench.request("worms_calibrate", **{"try": {"low_deg": 55, "high_deg": 120}})
    bench.request("worms_calibrate", at_deg=60)
    bench.advance(1500)
    assert bench.request("worms_calibrate", end="save")["ok"]["trial"] is False
    bench.advance(_SAVED_MS + 2000)


def _remove(cable: Cable) -> None:
    assert cable.bench.request("remove", path=_SOUND)["ok"]["removed"]
    cable.bench.advance(_SAVED_MS)


def _test_cells(cable: Cable) -> None:
    """Lets cells power the device, and holds the check button until it tests them."""
    bench = cable.bench
    bench.set_battery([PRESETS["worn"]] * 3)
    bench.unplug()
    bench.advance(1000)
    bench.check(for_ms=_HELD_MS)
    bench.advance(_TESTED_MS)


def _crash(cable: Cable) -> None:
    cable.bench.advance_to(CRASHES_S * 1000 + 3000)


def _put(data: bytes) -> Act:
    def act(cable: Cable) -> None:
        with cable.device() as device:
            device.put(_SOUND, data)

    return act


def put(device: Callable[[], bytes], new: bytes = NEW_SOUND) -> Operation:
    """Returns an operation that replaces a sound with another.

    Args:
        device: makes the flash of a new device.
        new: the new sound.
    """
    return Operation(lambda: after(device, _put(OLD_SOUND)), _put(new))


OPERATIONS = {
    "first save of settings": Operation(new_device, _save(3)),
    "save of settings": save_after(new_device, 3, 5),
    "notes": Operation(lambda: after(new_device, _test_cells), _test_cells),
    "crash note": Operation(lambda: after(crashing, _save(3)), _crash),
    "long settings": Operation(lambda: after(new_device, _save(3)), _set(**LONG)),
    "game change": Operation(lambda: after(new_device, _set(**LONG)), _choose("dice")),
    "calibration": Operation(lambda: after(new_device, _save(3)), _calibrate),
    "save on a full flash": Operation(
        lambda: after(lambda: filled(_FREE_BLOCKS), _set(**LONG)), _save(5)
    ),
    "put": put(new_device),
    "put on a full flash": put(lambda: filled(_ROOM_BLOCKS)),
    "sound removal": Operation(lambda: after(new_device, _put(NEW_SOUND)), _remove),
}


def _from_power_on(flash: bytes, act: Act) -> tuple[Cable, FlashLog]:
    cable, log = logged_boot(flash)
    act(cable)
    log.stop()
    return cable, log


def switched(staged: bytes) -> tuple[FlashLog, int, int, int]:
    """Returns the log of an update's switch, and its numbers of writes until commit, trial and
    confirmation.

    Args:
        staged: flash of a device with good firmware in its other slot.
    """
    cable, log = logged_boot(staged)
    bench = cable.bench
    wait_for_hello(bench)
    bench.request("update", what="commit")
    marks = []
    while len(bench.events("reset")) < 2:
        bench.advance(5)
    marks.append(len(log.writes))
    bench.advance(UP_MS + 1500)
    marks.append(len(log.writes))
    bench.request("volume", level=5)  # a setting that is changed during a trial
    bench.advance(_CONFIRMED_MS)
    log.stop()
    bench.close()
    return log, marks[0], marks[1], len(log.writes)


def given_up(staged: bytes) -> tuple[FlashLog, int]:
    """Returns the log of a trial that crashes, and the number of writes until the crash.

    Args:
        staged: flash of a device whose other slot has firmware that crashes.
    """
    cable, log = logged_boot(staged)
    bench = cable.bench
    wait_for_hello(bench)
    bench.request("update", what="commit")
    while len(bench.events("reset")) < 3:
        bench.advance(5)
    mark = len(log.writes)
    bench.advance(_CONFIRMED_MS)
    log.stop()
    bench.close()
    return log, mark


def _first_boot() -> Recorded:
    """Records how MicroPython makes its file system on a blank flash."""
    flash = bytearray(new_device())
    flash[file_system.SLOTS.offset :] = b"\xff" * file_system.SLOTS.size
    cable, log = _from_power_on(bytes(flash), lambda made: made.bench.advance(3000))
    cable.bench.close()
    return Recorded("first boot", log, 0, len(log.writes))


NAMES = (*OPERATIONS, "first boot")


@cache
def recorded(name: str) -> Recorded:
    """Returns the record of an operation, one of ``NAMES``."""
    if name == "first boot":
        return _first_boot()
    return record(name, OPERATIONS[name])


def record(name: str, operation: Operation) -> Recorded:
    """Does an operation on a device that has started, and returns its record."""
    cable = boot(operation.base())
    wait_for_hello(cable.bench)
    with logged(cable.bench.engine) as log:
        operation.act(cable)
    cable.bench.close()
    return Recorded(name, log, 0, len(log.writes))
