"""Modules for MicroPython with the firmware frozen into it.

A module in the flash of the program itself takes no memory for its code, and no time to be loaded.
``frozen/factory.py`` tells how it stands beside the slots.
"""

from __future__ import annotations

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
    last = for_board((firmware_dir() / ROOT / LAST).read_bytes(), board)
    start |= {"app": start["app"] + _STAND_IN, "factory": named["factory"], "last": last}
    found = {"main.py": for_board(named["main"], board)}
    found |= {f"start/{name}.py": source for name, source in start.items()}
    files = {**shipped(firmware_dir()), **firmware_files(board)}
    sources = programs.for_device(firmware_sources(files))
    bundles = bundle(sources, entries_of(sources))
    texts = {f"{RUNNING}/{name}.py": text.encode() for name, text in bundles.items()}
    return {
        name.replace(".py", ".mpy"): compile_file(source, name)
        for name, source in {**found, **texts}.items()
    }


def about(board: BoardData = BOARD) -> str:
    """Returns all that the modules are made of, but ``frozen/*.py``, as a text to compare."""
    start = start_sources(firmware_dir(), board)
    last = (firmware_dir() / ROOT / LAST).read_bytes()
    itself = Path(__file__).read_bytes()
    return repr((identity(slot_files(firmware_dir(), board)), start, last, itself))
