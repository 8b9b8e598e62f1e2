"""Modules for MicroPython with the firmware frozen into it.

A module in the flash of the program itself takes no memory for its code, and no time to be loaded.
``frozen/factory.py`` tells how it stands beside the slots.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from pingblock.build import programs, uf2
from pingblock.build.board import BOARD, BoardData, firmware_files, for_board
from pingblock.build.bundle import bundle, entries_of, firmware_sources
from pingblock.build.image import LAST, ROOT, slot_files, start_sources
from pingblock.build.mpy import compile_file, shipped
from pingblock.common.cache import whole
from pingblock.common.firmware import firmware_dir
from pingblock.common.frozen import RUNNING, identity

_KEY = r"(-[0-9a-f]{16})?\.uf2"  # behind the name of an image in the cache
_IDENTITY = b'"IDENTITY"'  # in the sources
_FILES_CURE, _SLOTS_CURE = b"'pingblock install'", b"'pingblock flash'"  # for safe mode
_STAND_IN = b"\nimport factory\n\nfactory.stand_in(sys.modules[__name__])\n"


def modules(folder: Path, board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns what is frozen: path to compiled module.

    Args:
        folder: with ``main.py`` and ``factory.py``.
        board: which board the firmware is for.
    """
    itself = b'"' + made_of(board) + b'"'
    named = {
        name: (folder / f"{name}.py").read_bytes().replace(_IDENTITY, itself)
        for name in ("main", "factory")
    }
    start = start_sources(firmware_dir(), board)
    start |= {"app": start["app"] + _STAND_IN, "factory": named["factory"]}
    return _start_modules(named["main"], start, board) | firmware_modules(board)


def base_modules(folder: Path, board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns what is frozen in the base of the slots: path to compiled module.

    Args:
        folder: with ``main.py`` and ``start.py``.
        board: which board the firmware is for.
    """
    app = for_board((folder / "start.py").read_bytes(), board)
    start = start_sources(firmware_dir(), board) | {"app": app}
    start["safe"] = start["safe"].replace(_FILES_CURE, _SLOTS_CURE)
    return _start_modules((folder / "main.py").read_bytes(), start, board)


def firmware_modules(board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns the merged firmware: path to compiled module."""
    return merged_modules({**shipped(firmware_dir()), **firmware_files(board)})


def merged_modules(files: Mapping[str, bytes], before: str = "") -> dict[str, bytes]:
    """Returns firmware, merged: path to compiled module.

    Args:
        files: of the firmware's folder, path to content.
        before: Python that runs before the rest of it.
    """
    sources = programs.for_device(firmware_sources(files))
    bundles = bundle(sources, entries_of(sources))
    bundles["app"] = before + bundles["app"]
    return _compiled({f"{RUNNING}/{name}.py": text.encode() for name, text in bundles.items()})


def _start_modules(main: bytes, start: Mapping[str, bytes], board: BoardData) -> dict[str, bytes]:
    last = for_board((firmware_dir() / ROOT / LAST).read_bytes(), board)
    found = {f"start/{name}.py": source for name, source in {**start, "last": last}.items()}
    return _compiled({"main.py": for_board(main, board), **found})


def _compiled(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    return {
        name.replace(".py", ".mpy"): compile_file(source, name) for name, source in sources.items()
    }


def about(board: BoardData = BOARD) -> str:
    """Returns all that the modules are made of, but ``frozen/*.py``, as a text to compare."""
    start = start_sources(firmware_dir(), board)
    last = (firmware_dir() / ROOT / LAST).read_bytes()
    itself = Path(__file__).read_bytes()
    return repr((identity(slot_files(firmware_dir(), board)), start, last, itself))


def image_path(name: str, board: BoardData, folder: Path) -> Path | None:
    """Returns the newest image with the firmware that is here in it; None if there is none.

    Args:
        name: its kind's, such as ``pingblock-pico-block``.
        board: that it is for.
        folder: where it is, by that name or as in the user's cache.
    """
    itself = made_of(board)
    named = [path for path in folder.glob("*.uf2") if re.fullmatch(name + _KEY, path.name)]
    newest = sorted(named, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    # One in the cache has a seal beside it, one of a release does not.
    return next((path for path in newest if _has(itself, path, path.name != f"{name}.uf2")), None)


def _has(identity: bytes, path: Path, is_kept: bool) -> bool:
    return _has_in(identity, path, is_kept, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _has_in(identity: bytes, path: Path, is_kept: bool, _changed_ns: int) -> bool:
    content = (whole(path) if is_kept else path.read_bytes()) or b""
    return identity in b"".join(page for _at, page in uf2.flash_blocks(content))


def frozen_image(name: str, board: BoardData, folder: Path) -> bytes:
    """Returns the content of ``image_path``, else b""."""
    found = image_path(name, board, folder)
    return found.read_bytes() if found else b""


def made_of(board: BoardData = BOARD) -> bytes:
    """Returns the identity of the firmware that is here, as an image has it in it."""
    return identity(slot_files(firmware_dir(), board)).encode()
