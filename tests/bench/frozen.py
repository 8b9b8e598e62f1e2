"""The images with firmware in them: their start, and memory while games are changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from unittest import mock

from tests import frozen_image, slots_image
from tests.bench import boot
from tests.bench.firmware_changes import Files, plain
from tests.bench.subjects import OURS, Subject, no_traceback, only_coins, open_chip
from tests.bench.table import Pair, Row

FREE_KB, LARGEST_KB = (100.0, 100.0), (32.0, 32.0)
_GAMES = ("dice", "fortune", "storm_dice", "block")
_PLAYED_MS = 6000.0
_TEXTS = {
    "ready": ("reset to ready for a press", "ms", False),
    "loaded": ("reset to all loaded", "ms", False),
    "ram": ("RAM free, block and base", "kB", True),
}


# Name: what the table calls it, and where it is if it is built.
IMAGES = {
    "frozen": ("frozen image", frozen_image.path),
    "slots": ("image in place", slots_image.path),
}


@contextmanager
def _image(image: str) -> Iterator[None]:
    """Lets the chip boot one of ``IMAGES``."""
    with mock.patch.dict(os.environ, PINGBLOCK_UF2=str(IMAGES[image][1]())):
        yield


@cache
def _started(image: str) -> Files:
    """Returns the files of a device that has started once."""
    with _image(image), open_chip({}, False) as bench:
        bench.advance_to(OURS.up_ms)
        return dict(bench.engine.device_files())  # type: ignore[attr-defined]


def names() -> Iterator[tuple[str, str]]:
    """Yields each image that is built and the name of each of its measurements."""
    for image, (_label, path) in IMAGES.items():
        if path():
            yield from ((image, name) for name in ("ready", "loaded", "ram", "changes"))


def measure(image: str, name: str, xip: bool) -> float | Pair:
    """Returns one of ``names``."""
    subject = Subject(OURS.name, lambda _load: dict(_started(image)), OURS.up_ms, only_coins)
    with _image(image):
        if name == "ready":
            return boot.ready_ms(subject, "idle", xip)
        if name == "loaded":
            return boot.loaded_ms(xip, subject)
        if name == "ram":
            return boot.ram_free_kb(subject, xip)
        return after_changes(_started(image), xip)


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
    """Returns the table's rows: those of an image only where it is built."""
    found = _memory("changes as files", "files", results)
    for image, (label, _path) in IMAGES.items():
        found += _memory(f"{image} changes", label, results)
        for name, (text, unit, up) in _TEXTS.items():
            if f"{image} {name}" in results:
                pair = results[f"{image} {name}"]
                found.append(Row(f"{text}, {label}", unit, pair, at_least=up))
    return found


def _memory(name: str, label: str, results: dict[str, tuple[Pair, Pair]]) -> list[Row]:
    if name not in results:
        return []
    without, with_cache = results[name]
    goals = (None, None) if label == "files" else (FREE_KB, LARGEST_KB)
    return [
        Row(
            f"{what}, least of four changes of game, {label}",
            "kB",
            (without[place], with_cache[place]),
            None,
            goals[place],
            True,
        )
        for place, what in enumerate(("RAM free", "largest piece"))
    ]
