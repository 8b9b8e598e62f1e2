"""Cache folder for downloads and built files, outside the project's files."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from pingblock.common.private import private_folder, replacing
from pingblock.errors import PingblockError

_DAY_S = 86_400
_UNUSED_S = 30 * _DAY_S
_SEAL = ".sha256"


def cache_dir(*parts: str) -> Path:
    """Returns a folder below the user's cache folder for Pingblock. Creates it if needed.

    Args:
        parts: names of folders below ``pingblock/``.

    Raises:
        PingblockError: the folder cannot be created.

    Source: XDG Base Directory Specification (``XDG_CACHE_HOME``, else ``~/.cache``).
    """
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    place = Path(base, "pingblock", *parts)
    try:
        private_folder(place)
    except OSError as error:
        raise PingblockError(
            f"The cache folder {place} cannot be created: {error.strerror}. Fix that, or set "
            "XDG_CACHE_HOME to a folder that you can write to."
        ) from None
    return place


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """Returns the content of a cache file. If the file is missing or damaged, creates it first.

    The SHA-256 of the content is in a second file, because files can be empty after a loss of
    power. Creating a file also removes files in the same folder that were not used for a month.

    Args:
        path: the file's path. Its name must contain everything that the content depends on, for
            example as a hash.
        make: returns the content.
    """
    content = whole(path)
    if content is None:
        content = make()
        write_atomically(path, content)
        write_atomically(_seal_of(path), sha256(content).hexdigest().encode())
        _remove_unused(path.parent)
    return content


def _seal_of(path: Path) -> Path:
    return path.with_name(path.name + _SEAL)


def whole(path: Path) -> bytes | None:
    """Returns the content of a cache file, or None if it is unreadable or its hash differs."""
    seal = _seal_of(path)
    try:
        content = path.read_bytes()
        if seal.read_bytes() != sha256(content).hexdigest().encode():
            return None
        # The modification time records the last use of the file.
        if time.time() - path.stat().st_mtime > _DAY_S:
            os.utime(path)
            os.utime(seal)
    except OSError:
        return None
    return content


def _remove_unused(folder: Path) -> None:
    for path in folder.iterdir():
        try:
            if time.time() - path.stat().st_mtime > _UNUSED_S:
                path.unlink()
        except FileNotFoundError:  # Another process has removed the file.
            pass


def write_atomically(path: Path, content: bytes) -> None:
    """Writes a cache file in one step, so that other processes never see a part of it.

    Raises:
        PingblockError: the file cannot be written, for example because the disk is full.
    """
    try:
        with replacing(path) as scratch:
            scratch.write_bytes(content)
    except OSError as error:
        raise PingblockError(
            f"{path} in the cache folder cannot be written: {error.strerror}."
        ) from None
