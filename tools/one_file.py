"""Makes the page as a single file, which opens by a double click and without a network.

``python -m tools.one_file FOLDER`` writes ``pingblock.html`` and ``pingblock-tables.html``. The
second file also contains the referees of the board games. Both are bundled from the page's
modules.
"""

from __future__ import annotations

import gzip
import re
import shutil
import sys
import tempfile
from base64 import b64encode
from pathlib import Path

from tools.page_bundle import WORKERS, parts_of, run_esbuild, whole_style

from pingblock.errors import PingblockError
from pingblock.make_page import page, policy

# name of a file -> whether it contains the referees
NAMES = {"pingblock.html": False, "pingblock-tables.html": True}
_HELD = ("data", "languages", "engines/here")  # folders whose files are put into the page
_REFEREES = "tables/referee-worker.js"
# Parts of Pyodide that must change: its imports for node, its eval, and its check for CommonJS.
_OPTIONS = (
    *("--external:node:*", "--external:ws", "--log-override:direct-eval=silent"),
    "--log-override:commonjs-variable-in-esm=silent",
)
_PYTHON = "tables/python/python.bin"
_OF_SERVERS = "engines/socket/worker.js"
# Replaces tables/pyodide.js, because a worker from a data: address cannot import another file.
_PYODIDE = """import createPyodideModule from "./python/pyodide.asm.mjs";
import { loadPyodide } from "./python/pyodide.mjs";
const options = { createPyodideModule, indexURL: "file:///" };
export const pyodide = async () => () => loadPyodide(options);
"""
# Parts of index.html that a page in one file must not have.
_OF_FOLDER = re.compile(
    r'<(?:link rel="(?:apple-touch-icon|manifest|stylesheet)"|meta property)[^>]*>\n'
    r'| *<div data-why="file">.*</div>\n'
)
_ICON, _START = "style/icon.svg", '<script src="start.js"></script>'
# text that an element must not contain
_ENDS = re.compile(r"</(script|style)|<!--", re.IGNORECASE)


def write(folder: Path, images: Path | None = None) -> list[Path]:
    """Writes both files into a folder. Returns their paths.

    Args:
        folder: the folder, which need not exist.
        images: folder with images for new Picos. None takes the user's cache.

    Raises:
        PingblockError: esbuild, the engine's module or Pyodide is missing.
    """
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / "page"
        page.write(made, images)
        return [write_one(made, folder / name) for name in NAMES]


def write_one(made: Path, target: Path) -> Path:
    """Writes one of ``NAMES`` from the folder of a static page, which does not change."""
    with_referees = NAMES[target.name]
    files = {path.relative_to(made).as_posix(): path.read_bytes() for path in _data(made)}
    if with_referees:
        files[_PYTHON] = (made / _PYTHON).read_bytes()
    files |= (scripts := _bundled(made, with_referees))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(_page(made, scripts["main.js"].decode(), files), encoding="utf-8")
    return target


def _data(made: Path) -> list[Path]:
    found = [path for place in _HELD for path in (made / place).rglob("*") if path.is_file()]
    return sorted(path for path in found if path.suffix != ".js")


def _bundled(made: Path, with_referees: bool) -> dict[str, bytes]:
    """Returns the scripts of the page and of its workers."""
    names = {"main.js", *WORKERS} - {_OF_SERVERS} - (set() if with_referees else {_REFEREES})
    with tempfile.TemporaryDirectory() as scratch:
        sources, out = Path(scratch, "sources"), Path(scratch, "out")
        shutil.copytree(made, sources, ignore=_other_than_scripts)
        (sources / "tables/pyodide.js").write_text(_PYODIDE, encoding="utf-8")
        run_esbuild(sources, out, sorted(names), *_OPTIONS)
        return {name: (out / name).read_bytes() for name in names}


def _other_than_scripts(folder: str, names: list[str]) -> list[str]:
    paths = [Path(folder, name) for name in names]
    return [path.name for path in paths if path.is_file() and path.suffix not in (".js", ".mjs")]


def _page(made: Path, main: str, files: dict[str, bytes]) -> str:
    """Returns the file: index.html with everything that it needs."""
    text = _OF_FOLDER.sub("", (made / "index.html").read_text(encoding="utf-8"))
    start = (made / "start.js").read_text(encoding="utf-8")
    styles = _styles(made)
    assert not any(map(_ENDS.search, (main, start, styles))), "it would end its element"
    strict = policy.of_one_file([main, start], [styles])
    icon = f"data:image/svg+xml;base64,{b64encode((made / _ICON).read_bytes()).decode()}"
    others = sorted(files.keys() - {"main.js"})
    held = "".join(_element(name, files[name]) for name in others)
    held += f'<script type="text/plain" data-file="main.js">{main}</script>\n'
    for place, new in (
        (policy.of_static_host(), strict),
        (_ICON, icon),
        ("</head>", f"<style>{styles}</style>\n</head>"),
        (_START, f"<script>{start}</script>"),
        ("</body>", f"{held}</body>"),
    ):
        assert text.count(place) == 1, f"index.html has no place for {place}"
        text = text.replace(place, new)
    return text


def _styles(made: Path) -> str:
    sheets = sorted(made.rglob("*.css"))
    parts = {part for sheet in sheets for part in parts_of(sheet)}
    first = made / "style/page.css"
    whole = [first, *(sheet for sheet in sheets if sheet != first and sheet not in parts)]
    return "".join(map(whole_style, whole))


def _element(name: str, content: bytes) -> str:
    """Returns an element that contains a file for ``page/files.js``."""
    is_packed = name.endswith(".bin")  # packed by make_page/page_pack.py
    data = content if is_packed else gzip.compress(content, 9, mtime=0)
    about = "" if is_packed else " data-gzip"
    text = b64encode(data).decode()
    return f'<script type="text/plain" data-file="{name}"{about}>{text}</script>\n'


def main() -> None:
    """Writes both files into the folder that the argument names."""
    try:
        for path in write(Path(sys.argv[1]).absolute()):
            print(f"{path.stat().st_size / 1e6:6.1f} MB  {path}: open it with a double click")
    except PingblockError as fault:
        sys.exit(f"The page was not made as one file. {fault}")


if __name__ == "__main__":
    main()
