"""The frozen image beside the firmware as files: its start, and memory while games are changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from unittest import mock

from tests import frozen_image
from tests.bench import boot
from tests.bench.firmware_changes import Files, plain
from tests.bench.subjects import OURS, Subject, no_traceback, only_coins, open_chip
from tests.bench.table import Pair, Row

FREE_KB, LARGEST_KB = (100.0, 100.0), (32.0, 32.0)
_GAMES = ("dice", "fortune", "storm_dice", "block")
_PLAYED_MS = 6000.0


@contextmanager
def _image() -> Iterator[None]:
    """Lets the chip boot the frozen image."""
    with mock.patch.dict(os.environ, PINGBLOCK_UF2=str(frozen_image.path())):
        yield


@cache
def _started() -> Files:
    """Returns the files of a device that has started once."""
    with _image(), open_chip({}, False) as bench:
        bench.advance_to(OURS.up_ms)
        return dict(bench.engine.device_files())  # type: ignore[attr-defined]


FROZEN = Subject(OURS.name, lambda _load: dict(_started()), OURS.up_ms, only_coins)


def names() -> tuple[str, ...]:
    """Returns the names of what is measured on the frozen image; none where it is not built."""
    return ("ready", "loaded", "ram", "changes") if frozen_image.path() else ()


def measure(name: str, xip: bool) -> float | Pair:
    """Returns one of ``names`` on the frozen image."""
    with _image():
        if name == "ready":
            return boot.ready_ms(FROZEN, "idle", xip)
        if name == "loaded":
            return boot.loaded_ms(xip, FROZEN)
        if name == "ram":
            return boot.ram_free_kb(FROZEN, xip)
        return after_changes(_started(), xip)


def as_files(xip: bool) -> Pair:
    """Returns the memory after changes of game with the firmware as files."""
    return after_changes(plain(), xip)


def after_changes(files: Files, xip: bool) -> Pair:
    """Returns the least memory that is free, and the least largest piece, kB: each game in turn is
    chosen and played once, and the host asks at once."""
    least: list[Pair] = []
    with open_chip(files, xip) as bench:
        bench.advance_to(OURS.up_ms)
        for game in _GAMES:
            bench.request("game", name=game)
            bench.press()
            bench.advance(_PLAYED_MS)
            found = bench.request("status", memory=True)["ok"]
            least.append((found["ram_free"] / 1000, found["ram_largest"] / 1000))
        no_traceback(bench)
    return min(free for free, _ in least), min(largest for _, largest in least)


def rows(results: dict[str, tuple[Pair, Pair]]) -> list[Row]:
    """Returns the table's rows: those of the frozen image only where it is built."""

    def of(name: str, place: int) -> Pair:
        return results[name][0][place], results[name][1][place]

    kinds = {"files": "changes as files", "frozen image": "frozen changes"}
    found = []
    for kind, name in kinds.items():
        if name in results:
            goals = (FREE_KB, LARGEST_KB) if kind == "frozen image" else (None, None)
            for place, what in enumerate(("RAM free", "largest piece")):
                text = f"{what}, least of four changes of game, {kind}"
                found.append(Row(text, "kB", of(name, place), None, goals[place], True))
    texts = {
        "ready": ("reset to ready for a press", "ms", False),
        "loaded": ("reset to all loaded", "ms", False),
        "ram": ("RAM free, block and base", "kB", True),
    }
    for name, (text, unit, up) in texts.items():
        if f"frozen {name}" in results:
            values: Pair = results[f"frozen {name}"]  # type: ignore[assignment]
            found.append(Row(f"{text}, frozen image", unit, values, at_least=up))
    return found
