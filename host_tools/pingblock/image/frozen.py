"""Frozen modules: those of the base image, and those of firmware that runs from a slot.

``python -m pingblock.image.frozen < crash.txt`` prints a traceback with the lines of the sources.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from pingblock.boards.board import BOARD, BoardData, firmware_files, for_board, gpios
from pingblock.common.archive import zipped
from pingblock.common.cache import cache_dir, kept
from pingblock.common.firmware import firmware_dir
from pingblock.common.frozen import RUNNING
from pingblock.image import programs
from pingblock.image.join import joined, line_in_source
from pingblock.image.mpy import compile_file, shipped
from pingblock.image.stages import files_of, firmware_sources

ROOT = "root"  # folder with the start, outside the package of the firmware
MAIN = "main.py"
_START = {"app": "start.py", "safe": "safe.py"}  # module of the base image -> its file
# The code that joins and compiles. If it changes, cached results must not be used.
_BUILDER = [path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))]
_BUILDER.append(programs.version())


def start_sources(folder: Path, board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns the sources of the start, with the pins of the pin map: path to content.

    Args:
        folder: folder from ``pingblock.common.firmware.firmware_dir``.
        board: the pin map that the firmware is for.
    """
    files = {MAIN: MAIN} | {f"start/{name}.py": file for name, file in _START.items()}
    pins = "".join(f"{name.upper()} = {gpio}\n" for name, gpio in gpios(board).items())
    read = {
        name: for_board((folder / ROOT / file).read_bytes(), board) for name, file in files.items()
    }
    return {**read, "start/pins.py": pins.encode()}


def base_modules(board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns the frozen modules of the base image: path to compiled module."""
    return _compiled(start_sources(firmware_dir(), board))


def firmware_modules(board: BoardData = BOARD) -> dict[str, bytes]:
    """Returns the joined and compiled firmware: path to compiled module."""
    return dict(_joined(tuple(_sources(board).items())))


def _sources(board: BoardData) -> dict[str, bytes]:
    return firmware_sources({**shipped(firmware_dir()), **firmware_files(board)})


def joined_modules(files: Mapping[str, bytes], before: str = "") -> dict[str, bytes]:
    """Returns a joined and compiled firmware: path to compiled module.

    Args:
        files: the firmware's folder, path to content.
        before: Python code that runs before the firmware.
    """
    return _join(firmware_sources(files), before)


@cache
def _joined(modules: tuple[tuple[str, bytes], ...]) -> dict[str, bytes]:
    """Returns the joined firmware of these modules. It is cached, because joining takes 1 s."""
    about = repr((sys.version, _BUILDER, modules))
    cached = cache_dir("joined") / f"{sha256(about.encode()).hexdigest()}.zip"
    with ZipFile(BytesIO(kept(cached, lambda: zipped(_join(dict(modules)))))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _join(modules: Mapping[str, bytes], before: str = "") -> dict[str, bytes]:
    files = joined_texts(modules)
    files["app"] = before + files["app"]
    return _compiled({f"{RUNNING}/{name}.py": text.encode() for name, text in files.items()})


def joined_texts(modules: Mapping[str, bytes]) -> dict[str, str]:
    """Returns the text of each joined file of a firmware: name -> text.

    Args:
        modules: dotted name to source.
    """
    sources = programs.for_device(modules)
    return joined(sources, files_of(sources))


def traced(text: str, board: BoardData = BOARD) -> str:
    """Returns a traceback of the current firmware with files and lines of the sources."""
    files = joined_texts(_sources(board))

    def found(at: re.Match[str]) -> str:
        module, line = line_in_source(files[at["file"]], int(at["line"]))
        return f'"{module.replace(".", "/")}.py", line {line}'

    known = "|".join(files)
    return re.sub(rf'"{RUNNING}/(?P<file>{known})\.py", line (?P<line>\d+)', found, text)


def _compiled(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    return {
        name.replace(".py", ".mpy"): compile_file(source, name) for name, source in sources.items()
    }


def made_of(board: BoardData = BOARD) -> bytes:
    """Returns the identity of the current firmware, as images contain it."""
    modules = firmware_modules(board)
    return sha256(repr(sorted(modules.items())).encode()).hexdigest()[:16].encode()


if __name__ == "__main__":
    print(traced(sys.stdin.read()), end="")
