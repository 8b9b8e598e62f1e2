"""Pingblock's files for the device, with small changes to the sources for a measurement."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from tests import frozen_image

from pingblock.build.board import BOARD, with_chip
from pingblock.build.image import device_files
from pingblock.build.mpy import compile_file
from pingblock.common.firmware import firmware_dir

DEVICE = Path(__file__).parent / "device"
FLASH_READ = {"bench.bin": bytes(range(256)) * 64}

Files = dict[str, bytes]
Change = Callable[[str], str]

VIPER = "pingware/drivers/mixer_thumb.py"  # gets the text of its viper twin
_VIPER_TWIN = "pingware/drivers/mixer_viper.py"
SOUNDS = "pingware/games/block/sounds.py"
_BUILT = "compiled(TUNES, INSTRUMENTS), _TUNE_OF, tunes=TUNES, instruments=INSTRUMENTS"


def helper(name: str) -> Files:
    """Returns one of the bench's own modules, compiled for the device."""
    return {f"{name}.mpy": compile_file((DEVICE / f"{name}.py").read_bytes(), f"{name}.py")}


@cache
def _as_files() -> Files:
    return device_files(firmware_dir())


def as_files() -> Files:
    """Returns the firmware as files."""
    return dict(_as_files())


def plain() -> Files:
    """Returns the files as they are on a new device; with a frozen image it has none."""
    return {} if frozen_image.is_booted() else as_files()


COMPILED = {"chip": "rp2040", "pico2": "rp2350"}  # engines that run what is compiled, for a chip


def changed(changes: Mapping[str, Change], engine: str = "chip") -> Files:
    """Returns the files with some sources changed.

    Args:
        changes: path below the firmware's folder to what makes its new text of the old one.
        engine: a name in ``COMPILED``.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "firmware")
        shutil.copytree(firmware_dir(), copy, ignore=shutil.ignore_patterns("__pycache__"))
        for path, change in changes.items():
            place = copy / path
            place.write_text(change(place.read_text(encoding="utf-8")), encoding="utf-8")
        return device_files(copy, board=with_chip(BOARD, COMPILED[engine]))


def probed(**options: bool) -> Files:
    """Returns the files with the probe beside the tasks, installed with ``options``."""
    words = ", ".join(f"{name}={value!r}" for name, value in options.items())
    start = f"import bench_probe; bench_probe.install({words})\n".encode()
    return with_probe(plain(), start)


def with_probe(files: Files, start: bytes) -> Files:
    """Returns ``files`` with the probe's modules, begun by the line ``start``."""
    helpers = {**helper("bench_load"), **helper("bench_probe")}
    return {**files, **helpers, **FLASH_READ, "main.py": start + files["main.py"]}


def with_ping(tune: Mapping[str, object], instruments: Mapping[str, object]) -> dict[str, Change]:
    """Returns the change after which a coin sounds as ``tune`` with ``instruments``."""
    tunes = f"{{**TUNES, 'ping': {tune!r}}}"
    known = f"{{**INSTRUMENTS, **{instruments!r}}}"
    made = f"compiled({tunes}, {known}), _TUNE_OF, tunes={tunes}, instruments={known}"

    def change(text: str) -> str:
        assert text.count(_BUILT) == 1
        return text.replace(_BUILT, made)

    return {SOUNDS: change}


def with_viper() -> dict[str, Change]:
    """Returns the change that puts the viper kernel in the place of the assembler one."""
    twin = (firmware_dir() / _VIPER_TWIN).read_text(encoding="utf-8")
    return {VIPER: lambda _text: twin}
