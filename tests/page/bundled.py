"""Runs ``pingblock play`` with the bundle of `make page`, which loads 6 files instead of 140.

A page with a game loads in half of the CPU. Tests of the server itself use the plain sources.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from tools import npm, page_bundle

from pingblock.make_page.page import page_dir

_PLAY = """
import sys
from pathlib import Path
from pingblock.make_page import page
page.page_dir = lambda: Path({folder!r})
from pingblock.cli import main
main()
"""


def write(folder: Path) -> None:
    """Bundles the page into ``folder``, next to the sources, which some tests import."""
    shutil.copytree(page_dir(), folder)
    if not npm.is_here():
        return
    page_bundle.bundle(folder)
    for source in page_dir().rglob("*.js"):
        target = folder / source.relative_to(page_dir())
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def program(folder: Path | None) -> tuple[str, ...]:
    """Returns the arguments by which Python runs the command with a folder of ``write``."""
    return ("-m", "pingblock") if folder is None else ("-c", _PLAY.format(folder=str(folder)))
