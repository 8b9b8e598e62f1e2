"""Measures memory while games change, and the same firmware in slot b after an update."""

from __future__ import annotations

from tests import slots_image
from tests.scenarios.trials.own_sound_files import PING, RISE, made, wav

from benchmarks import boot
from benchmarks.firmware_changes import Flashed
from benchmarks.subjects import OURS, Subject, no_traceback, only_coins, open_chip
from benchmarks.table import Pair, Row
from pingblock.sounds.sound_file import path_of

FREE_KB, LARGEST_KB = (140.0, 140.0), (90.0, 90.0)
_GAMES = ("dice", "fortune", "storm_dice", "block")
_PLAYED_MS = 6000.0
_SOUNDS = {"ping": (PING, ".tune"), "laugh": (RISE, ".tune"), "power_up": (wav(), ".wav")}


def device() -> Flashed:
    """Returns a device that was updated once, and then back to the download."""
    firmware = slots_image.firmware()
    return Flashed(slots={0: firmware.at(0, 1), 1: firmware.at(1, 2)})


def _device(_load: str) -> Flashed:
    return device()


UPDATED = Subject(OURS.name, _device, OURS.up_ms, only_coins)
NAMES = ("ready", "loaded", "ram", "changes")


def measure(name: str, xip: bool) -> float | Pair:
    """Returns the result for one of ``NAMES`` after an update."""
    if name == "ready":
        return boot.ready_ms(UPDATED, "idle", xip)
    if name == "loaded":
        return boot.loaded_ms(xip, UPDATED)
    if name == "ram":
        return boot.ram_free_kb(UPDATED, xip)
    return after_changes(UPDATED, xip)


def after_changes(subject: Subject, xip: bool) -> Pair:
    """Returns the least free memory, and the smallest of the largest free blocks, in kB.

    Each game is chosen and played once, with three custom sounds on the device, and the host asks
    immediately.
    """
    least: list[Pair] = []
    sounds = {path_of(name): made(name, *how).data for name, how in _SOUNDS.items()}
    with open_chip(subject.device("idle").holding(sounds), xip) as bench:
        bench.advance_to(subject.up_ms)
        for game in _GAMES:
            bench.request("game", name=game)
            bench.press()
            bench.advance(_PLAYED_MS)
            found = bench.request("status", memory=True)["ok"]
            least.append((found["ram_free"] / 1000, found["ram_largest"] / 1000))
        no_traceback(bench)
    return min(free for free, _ in least), min(largest for _, largest in least)


def rows(results: dict[str, tuple[Pair, Pair]]) -> list[Row]:
    """Returns the rows for the table."""
    ready, loaded, ram = (results[f"updated {name}"] for name in NAMES[:3])
    after = ", after an update"
    return [
        *_memory(results["changes"], ""),
        Row(f"reset to ready for a press{after}", "ms", ready, target=boot.READY_MS),
        Row(f"reset to all modules loaded{after}", "ms", loaded, target=boot.LOADED_MS),
        Row(f"RAM free, block and base{after}", "kB", ram, None, boot.RAM_KB, True),
        *_memory(results["updated changes"], after),
    ]


def _memory(both: tuple[Pair, Pair], after: str) -> list[Row]:
    """Returns a row for the free memory, and one for its largest block."""
    without, with_cache = both
    what = "least during four changes of game with three custom sounds"
    return [
        Row(f"{name}, {what}{after}", "kB", (without[at], with_cache[at]), None, goal, True)
        for at, (name, goal) in enumerate(
            (("RAM free", FREE_KB), ("largest free piece of RAM", LARGEST_KB))
        )
    ]
