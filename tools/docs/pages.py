"""The pages of the site: copies files of the project, and adapts their links."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_DOCS = ROOT / "docs"
# Pages outside of docs. Each must stay in its place in the project.
_OTHERS = (
    *("CHANGELOG.md", "CONTRIBUTING.md", "engine/README.md", "firmware/**/README.md"),
    *("hardware/*.md", "hardware/*/GUIDE.md"),
)
# An HTML comment directly below a table, which would become an empty row of it.
_MARK = re.compile(r"(?m)^( *\|.*\n) *<!--.*-->\n")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]*)(#[^)\s]*)?\)")


def places() -> dict[Path, Path]:
    """Returns the pages of the site: file in the project to its place in the site."""
    found = {page: page.relative_to(_DOCS) for page in _DOCS.rglob("*.md")}
    for pattern in _OTHERS:
        found |= {page: page.relative_to(ROOT) for page in ROOT.glob(pattern)}
    # A README would be the first page of its folder, and would be missing in the list of pages.
    for page, place in found.items():
        if place.name == "README.md":
            found[page] = place.with_name("about.md")
    return found


def copy(target: Path, made: Iterable[str]) -> None:
    """Writes all pages into a folder, with the pictures and files that they name.

    Args:
        target: the folder.
        made: places in the site of generated files, to which links can lead.
    """
    pages = places()
    known = pages | {_DOCS / name: Path(name) for name in made}
    for page, place in pages.items():
        text = page.read_text(encoding="utf-8")
        for file in named(page, text):
            top = _DOCS if file.is_relative_to(_DOCS) else ROOT
            known.setdefault(file, file.relative_to(top))
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        (target / place).write_text(_fitted(text, page, known), encoding="utf-8")
    for file, place in known.items():
        if file.suffix != ".md" and file.is_file():
            (target / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target / place)


def named(page: Path, text: str) -> Iterator[Path]:
    """Yields the pictures and downloads that a page names, but no sources and no pages."""
    for _, _, name, _ in _LINK.findall(text):
        file = (page.parent / name).resolve()
        served = file.suffix in (".png", ".jpg", ".svg", ".pdf", ".stl", ".zip", ".csv")
        if name and file.is_file() and served:
            yield file


def _fitted(text: str, page: Path, known: dict[Path, Path]) -> str:
    """Returns the text of a page without comments below tables, and with links for the site.

    Links to sources are removed.
    """

    def fit(link: re.Match[str]) -> str:
        mark, words, name, anchor = link[1], link[2], link[3], link[4] or ""
        if not name or ":" in name:
            return link[0]
        file = (page.parent / name).resolve()
        if file == ROOT / "README.md":
            file, anchor = _DOCS / "index.md", ""
        if file not in known:
            return words
        here = known[page].parent
        there = Path(os.path.relpath(known[file], here)).as_posix()
        return f"{mark}[{words}]({there}{anchor})"

    return _LINK.sub(fit, _MARK.sub(r"\1\n", text))
