"""Modules that are frozen: those of the base, and the firmware that runs in place from a slot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pingblock.build import programs
from pingblock.build.board import BOARD, BoardData, firmware_files, for_board
from pingblock.build.bundle import bundle, entries_of, firmware_sources
from pingblock.build.image import LAST, ROOT, slot_files, start_sources
from pingblock.build.mpy import compile_file, shipped
from pingblock.common.firmware import firmware_dir
from pingblock.common.frozen import RUNNING, identity

_FILES_CURE, _SLOTS_CURE = b"'pingblock install'", b"'pingblock flash'"  # for safe mode


def base_modules(folder: Path, board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns what is frozen in the base of the slots: path to compiled module.

    Args:
        folder: with ``main.py`` and ``start.py``.
        board: which board the firmware is for.
    """
    app = for_board((folder / "start.py").read_bytes(), board)
    start = start_sources(firmware_dir(), board) | {"app": app}
    start["safe"] = start["safe"].replace(_FILES_CURE, _SLOTS_CURE)
    start["last"] = for_board((firmware_dir() / ROOT / LAST).read_bytes(), board)
    main = (folder / "main.py").read_bytes()
    found = {f"start/{name}.py": source for name, source in start.items()}
    return _compiled({"main.py": for_board(main, board), **found})


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


def _compiled(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    return {
        name.replace(".py", ".mpy"): compile_file(source, name) for name, source in sources.items()
    }


def about(board: BoardData = BOARD) -> str:
    """Returns all that the modules of an image are made of, as a text to compare."""
    start = start_sources(firmware_dir(), board)
    last = (firmware_dir() / ROOT / LAST).read_bytes()
    itself = Path(__file__).read_bytes()
    return repr((identity(slot_files(firmware_dir(), board)), start, last, itself))


def made_of(board: BoardData = BOARD) -> bytes:
    """Returns the identity of the firmware that is here, as an image has it in it."""
    return identity(slot_files(firmware_dir(), board)).encode()
