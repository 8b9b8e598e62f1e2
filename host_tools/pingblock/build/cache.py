"""Cache folder for downloads and built files, outside the project's files."""

from __future__ import annotations

import os
from pathlib import Path


def cache_dir(*parts: str) -> Path:
    """Returns (and makes) a folder below the user's cache folder for Pingblock.

    Args:
        parts: names of folders below ``pingblock/``.

    Source: XDG Base Directory Specification (``XDG_CACHE_HOME``, else ``~/.cache``).
    """
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    place = Path(base, "pingblock", *parts)
    place.mkdir(parents=True, exist_ok=True)
    return place


def write_atomically(path: Path, content: bytes) -> None:
    """Writes a cache file so that another process sees all of it or nothing."""
    scratch = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        scratch.write_bytes(content)
        scratch.replace(path)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
