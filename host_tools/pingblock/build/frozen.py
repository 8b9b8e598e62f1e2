"""Modules for MicroPython with the firmware frozen into it.

A module in the flash of the program itself takes no memory for its code, and no time to be loaded.
``frozen/factory.py`` tells how it stands beside the slots.
"""

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

_IDENTITY = b'"IDENTITY"'  # in the sources
_STAND_IN = b"\nimport factory\n\nfactory.stand_in(sys.modules[__name__])\n"


def modules(folder: Path, board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns what is frozen: path to compiled module.

    Args:
        folder: with ``main.py`` and ``factory.py``.
        board: which board the firmware is for.
    """
    itself = f'"{identity(slot_files(firmware_dir(), board))}"'.encode()
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
    return _start_modules((folder / "main.py").read_bytes(), start, board)


def firmware_modules(board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns the merged firmware: path to compiled module."""
    files = {**shipped(firmware_dir()), **firmware_files(board)}
    sources = programs.for_device(firmware_sources(files))
    bundles = bundle(sources, entries_of(sources))
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
