"""Compares docs/downloads.md with the files of a release."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

# A row of files: their names, and the size in MB. A short name continues the beginning of the
# first name.
_ROW = re.compile(r"^\| (`[^|]+`) \| *([\d.]*) *\|", re.MULTILINE)
_NAME = re.compile(r"`([^`]+)`")
_FILE = re.compile(r"^(pingblock-VERSION|-|SHA256SUMS$|\w+\.md$|[\w-]+\.html$)")
_OFF = 0.15  # allowed relative error of a size
_SMALL = 100_000  # size in bytes. The page can omit the size of a smaller file.


def stale(page: str, version: str, sizes: Mapping[str, int]) -> list[str]:
    """Returns the faults of the page, a sentence for each.

    Args:
        page: text of the page.
        version: version of the release.
        sizes: size of each file of the release in bytes.
    """
    told = dict(_told(page, f"pingblock-{version}"))
    wrong = [f"The page does not list {name}." for name in sizes if name not in told]
    wrong += [f"The page lists {name}, which is missing." for name in told if name not in sizes]
    for name, mb in told.items():
        is_mb = sizes.get(name, 0) / 1e6
        right = abs(mb - is_mb) <= _OFF * is_mb if mb else is_mb * 1e6 < _SMALL
        if name in sizes and not right:
            wrong.append(f"{name} has {is_mb:.1f} MB, not {mb:g}.")
    return wrong


def _told(page: str, prefix: str) -> Iterator[tuple[str, float]]:
    """Yields name and size in MB of each file in a row. The size is 0 if the row has none."""
    for names, mb in _ROW.findall(page):
        for name in _NAME.findall(names):
            if _FILE.match(name):
                whole = prefix + name if name[0] == "-" else name
                yield whole.replace("pingblock-VERSION", prefix), float(mb or 0)
