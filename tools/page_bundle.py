"""Bundles a static page, so that a first visit loads few files.

``python -m tools.page_bundle FOLDER`` makes and bundles the page. The sources stay plain modules,
which ``pingblock play`` serves as they are. esbuild from npm bundles a page for a static host.
"""

from __future__ import annotations

import os
import posixpath
import re
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tools import npm

from pingblock.make_page import offline, page

ROOT = Path(__file__).parents[1]
_VERSION = "0.28.2"
# Each of these must stay a file, because it loads other files that are next to it.
WORKERS = (
    "engines/here/worker.js",
    "engines/socket/worker.js",
    "sound/worklet.js",
    "tables/referee-worker.js",
)
_AS_THEY_ARE = ("start.js", "offline-worker.js")
_PART = re.compile(r'^@import url\("([^"]+)"\);\n', re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
_LATE = "later.js"
# ``import()`` in a type has a brace in front of it
_IMPORT = re.compile(r'(?<![\w.{])import\("(\.[^"]+)"\)')


def bundle(folder: Path) -> None:
    """Bundles the page in ``folder``, so that it opens offline.

    Raises:
        PingblockError: npm is missing, or cannot download esbuild.
    """
    with tempfile.TemporaryDirectory() as scratch:
        sources = Path(scratch)
        scripts = [path for path in folder.rglob("*.js") if path.name not in _AS_THEY_ARE]
        for script in scripts:
            name = script.relative_to(folder).as_posix()
            (sources / name).parent.mkdir(parents=True, exist_ok=True)
            (sources / name).write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
            script.unlink()
        run_esbuild(sources, folder, WORKERS)
        _gather(sources)
        run_esbuild(sources, folder, ("main.js",), "--splitting", "--chunk-names=[name]-[hash]")
    _join_styles(folder)
    for place in sorted(folder.rglob("*"), reverse=True):
        if place.is_dir() and not any(place.iterdir()):
            place.rmdir()
    offline.put_into(folder)


def write(folder: Path, images: Path | None = None) -> None:
    """Writes the page to ship. Raises the errors of ``make_page.page.write`` and ``bundle``."""
    page.write(folder, images)
    bundle(folder)


def _gather(sources: Path) -> None:
    """Makes one module the target of all dynamic imports."""
    late: dict[str, str] = {}
    for script in sorted(sources.rglob("*.js")):
        name = script.relative_to(sources).as_posix()
        if name in WORKERS:
            continue

        text = script.read_text(encoding="utf-8")
        up = "../" * name.count("/") or "./"
        for wanted in sorted(set(_IMPORT.findall(text))):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(name), wanted))
            alias = late.setdefault(module, f"m{len(late)}")
            gathered = f'import("{up}{_LATE}").then((all) => all.{alias})'
            text = text.replace(f'import("{wanted}")', gathered)
        script.write_text(text, encoding="utf-8")
    exports = [f'export * as {alias} from "./{module}";\n' for module, alias in late.items()]
    (sources / _LATE).write_text("".join(exports), encoding="utf-8")


def run_esbuild(sources: Path, folder: Path, entries: Iterable[str], *options: str) -> None:
    """Bundles modules from one folder into another. Raises the errors of ``bundle``."""
    esbuild = npm.native("@esbuild/{}", _VERSION, "bin/esbuild", ROOT / "build" / "npm")
    command = [str(esbuild), *entries, "--bundle", "--format=esm", "--minify"]
    command += ["--target=es2022", "--charset=utf8", "--outbase=.", "--log-level=warning"]
    subprocess.run([*command, f"--outdir={folder}", *options], cwd=sources, check=True)


def parts_of(style: Path) -> list[Path]:
    """Returns the style sheets that a style sheet imports."""
    names = _PART.findall(style.read_text(encoding="utf-8"))
    return [Path(os.path.normpath(style.parent / name)) for name in names]


def whole_style(style: Path) -> str:
    """Returns a style sheet that contains those that it imports, without comments."""
    own = _PART.sub("", style.read_text(encoding="utf-8"))
    parts = [part.read_text(encoding="utf-8") for part in parts_of(style)]
    return _COMMENT.sub("", "".join([*parts, own]))


def _join_styles(folder: Path) -> None:
    """Puts imported style sheets into the one that imports them, so that it loads as one file."""
    for style in [each for each in folder.rglob("*.css") if parts_of(each)]:
        parts = parts_of(style)
        style.write_text(whole_style(style), encoding="utf-8")
        for part in parts:
            part.unlink()


if __name__ == "__main__":
    page.main(write)
