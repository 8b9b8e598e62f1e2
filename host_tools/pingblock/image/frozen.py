"""Frozen modules: those of the base image, and the firmware that runs in place from a slot."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from pingblock.common.archive import zipped
from pingblock.common.cache import cache_dir, kept
from pingblock.common.firmware import firmware_dir
from pingblock.common.frozen import RUNNING
from pingblock.image import programs
from pingblock.image.board import BOARD, BoardData, firmware_files, for_board
from pingblock.image.bundle import bundle, entries_of, firmware_sources
from pingblock.image.mpy import compile_file, shipped

ROOT = "root"  # Folder of the firmware with the start. It is outside of the package.
MAIN = "main.py"
_START = {"app": "start.py", "safe": "safe.py"}  # module of the base image: file
# The code that merges and compiles. Results of another version of it must not be used.
_BUILDER = [path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))]


def start_sources(folder: Path, board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns the sources of the start: path to content, the board's pins among them.

    Args:
        folder: as ``pingblock.common.firmware.firmware_dir`` returns it.
        board: the pin map that the firmware is for.
    """
    files = {MAIN: MAIN} | {f"start/{name}.py": file for name, file in _START.items()}
    pins = "".join(f"{pin.name.upper()} = {pin.gpio}\n" for pin in board.PINS)
    read = {
        name: for_board((folder / ROOT / file).read_bytes(), board) for name, file in files.items()
    }
    return {**read, "start/pins.py": pins.encode()}


def base_modules(board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns the frozen modules of the base image: path to compiled module."""
    return _compiled(start_sources(firmware_dir(), board))


def firmware_modules(board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns the merged firmware: path to compiled module."""
    files = {**shipped(firmware_dir()), **firmware_files(board)}
    return dict(_merged(tuple(firmware_sources(files).items())))


def merged_modules(files: Mapping[str, bytes], before: str = "") -> dict[str, bytes]:
    """Returns firmware, merged: path to compiled module.

    Args:
        files: of the firmware's folder, path to content.
        before: Python that runs before the rest of it.
    """
    return _merge(firmware_sources(files), before)


@cache
def _merged(modules: tuple[tuple[str, bytes], ...]) -> dict[str, bytes]:
    """Returns the merged firmware of these modules. Cached, because merging takes 1 s."""
    about = repr((sys.version, _BUILDER, modules))
    cached = cache_dir("merged") / f"{sha256(about.encode()).hexdigest()}.zip"
    with ZipFile(BytesIO(kept(cached, lambda: zipped(_merge(dict(modules)))))) as merged:
        return {name: merged.read(name) for name in merged.namelist()}


def _merge(modules: Mapping[str, bytes], before: str = "") -> dict[str, bytes]:
    sources = programs.for_device(modules)
    bundles = bundle(sources, entries_of(sources))
    bundles["app"] = before + bundles["app"]
    return _compiled({f"{RUNNING}/{name}.py": text.encode() for name, text in bundles.items()})


def _compiled(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    return {
        name.replace(".py", ".mpy"): compile_file(source, name) for name, source in sources.items()
    }


def made_of(board: BoardData = BOARD) -> bytes:
    """Returns the identity of the present firmware, as images contain it."""
    modules = firmware_modules(board)
    return sha256(repr(sorted(modules.items())).encode()).hexdigest()[:16].encode()
