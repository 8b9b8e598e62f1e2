"""Files of a release, if ``make release`` has made them in dist/ from these sources."""

from __future__ import annotations

import hashlib
import zipfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
WHEEL = "py3-none-any.whl"
_SOURCES = {"pingblock/_firmware/": "firmware/", "pingware/": "firmware/pingware/"}
_OURS = "host_tools/"
_WORDS = "'make release' makes it."


def file(ending: str) -> Path:
    """Returns the file of the release whose name has this ending, such as ``pico-slots.uf2``.

    Without a release of these sources the test is skipped with a reason.
    """
    if lack := _lack():
        pytest.skip(lack)
    return DIST / f"pingblock-{version('pingblock')}-{ending}"


@cache
def _lack() -> str:
    """Returns the reason why no release can be tested, or ""."""
    sums = DIST / "SHA256SUMS"
    if not sums.is_file():
        return f"There is no release in dist/: {_WORDS}"
    listed = dict(reversed(line.split("  ")) for line in sums.read_text().splitlines())
    if any(_sum(DIST / name) != told for name, told in listed.items()):
        return f"A file in dist/ is not the one of its SHA256SUMS: {_WORDS}"
    changed = _changed(DIST / f"pingblock-{version('pingblock')}-{WHEEL}")
    return f"The release in dist/ is of other sources, by {changed}: {_WORDS}" if changed else ""


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _changed(wheel: Path) -> str:
    """Returns the first file of the wheel that differs from the file here, or ""."""
    if not wheel.is_file():
        return wheel.name
    with zipfile.ZipFile(wheel) as inside:
        for name in inside.namelist():
            top = next((top for top in _SOURCES if name.startswith(top)), "")
            source = ROOT / (_SOURCES.get(top, _OURS) + name.removeprefix(top))
            if source.is_file() and source.read_bytes() != inside.read(name):
                return name
    return ""
