"""Finds node and the emulator of the RP2350 on this computer."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

from pingblock.common.cache import cache_dir
from pingblock.errors import Unavailable

FOLDER = "pico2"  # folder in the cache
EMULATOR = "rp2350js-2.0.1"
_WHERE = "pack it from github.com/c1570/rp2350js, together with its compiled folder cjs"


def node() -> str:
    """Returns the path of node. Raises Unavailable if node is not installed."""
    found = shutil.which("node")
    if found is None:
        raise Unavailable("An emulated Pico 2 runs in node, which is not installed.")
    return found


def emulator() -> Path:
    """Returns the emulator's folder, unpacked if needed. Raises Unavailable if it is missing."""
    folder = cache_dir() / FOLDER / EMULATOR
    packed = folder.with_name(f"{EMULATOR}.tgz")
    if not folder.is_dir():
        if not packed.is_file():
            raise Unavailable(f"The emulated Pico 2 needs {packed}: {_WHERE}.")
        _unpack(packed, folder)
    return folder


def _unpack(packed: Path, folder: Path) -> None:
    part = folder.with_name(f"{EMULATOR}.{id(packed):x}")
    with tarfile.open(packed) as archive:
        archive.extractall(part, filter="data")
    try:
        (part / EMULATOR).rename(folder)
    except OSError:  # Another process has unpacked it first.
        if not folder.is_dir():
            raise
    shutil.rmtree(part)
