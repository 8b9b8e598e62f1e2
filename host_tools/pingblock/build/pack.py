"""Puts compiled modules into one file, which ``firmware/pack.py`` mounts on the device."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from pingblock.build.mpy import compile_file
from pingblock.errors import BadInput
from pingblock.firmware import load

# In the order in which the device imports them, so that starting reads the file forwards.
_FIRST = ("app/__init__", "app/device", "app/programs", "boards", "drivers", "games", "services")


def pack(files: Mapping[str, bytes]) -> bytes:
    """Returns the pack of ``files`` (device path without a leading slash -> content)."""
    layout = load("pack")
    ordered = sorted(files, key=_rank)
    index = _index({path: len(files[path]) for path in ordered})
    keys = {layout.key(path): place for path, place in index.items()}
    if len(keys) != len(index):
        raise BadInput("Two of the firmware's paths have the same key: rename one file.")
    code = compile_file(f"FILES = {keys!r}\n".encode(), f"{layout.INDEX}.py")
    size: int = layout.SIZE_DIGITS
    return f"{len(code):0{size}d}".encode() + code + b"".join(files[path] for path in ordered)


def _index(sizes: Mapping[str, int]) -> dict[str, tuple[int, int] | None]:
    """Returns where each file lies, and its folders."""
    index: dict[str, tuple[int, int] | None] = {}
    offset = 0
    for path, size in sizes.items():
        folders = PurePosixPath("/", path).parents
        index |= {str(folder): None for folder in folders if str(folder) != "/"}
        index["/" + path] = (offset, size)
        offset += size
    return index


def _rank(path: str) -> tuple[int, str]:
    ranks = [rank for rank, start in enumerate(_FIRST) if path.startswith(start)]
    return (ranks[0] if ranks else len(_FIRST), path)
