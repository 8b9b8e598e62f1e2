"""Weight of a made page: what a visitor loads."""

from __future__ import annotations

import gzip
from pathlib import Path

from pingblock.make_page.page import LATER, PACK

HERE_KB = 460.0  # largest size of the engine `here`


def weighed(folder: Path) -> tuple[float, float]:
    """Returns what a visitor of a made page loads, gzipped, kB: the page, and the engine `here`.

    Tables, reminder cards and firmware for boards come when they are asked for, and do not count.
    """
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    first = [
        len(gzip.compress(path.read_bytes(), 9))
        for name, path in files.items()
        if path.is_file() and name != PACK and not name.startswith(LATER)
    ]
    return sum(first) / 1000, files[PACK].stat().st_size / 1000
