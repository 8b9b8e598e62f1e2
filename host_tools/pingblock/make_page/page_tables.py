"""The referees for the browser: Python in WebAssembly (Pyodide), and a ZIP archive of our modules.

``python -m tools.pyodide`` puts Pyodide's files into the user's cache.
"""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from pingblock.common.cache import cache_dir
from pingblock.errors import Unavailable
from pingblock.make_page.page_pack import packed

PYODIDE = "314.0.7"
ENTRY = "pingblock.tables.page_table"
FOLDER = "tables/python"
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
_PARTS = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
# SHA-256 of each file of this Pyodide version
SUMS = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
_OURS = ("pingblock", "pingware")
_DATA = (".toml", ".json")
_BIG_BYTES = 200_000  # Larger data files are fonts and figures, which referees do not read.
# A fixed time for every file, so that the same sources give the same archive.
_TIME = (2020, 1, 1, 0, 0, 0)


def pyodide_dir() -> Path:
    """Returns the folder for the files of Pyodide. It need not exist."""
    return cache_dir(f"pyodide-{PYODIDE}")


@cache
def table_files() -> dict[str, bytes]:
    """Returns the files for games on a page without a server: path on the page to content.

    These are Pyodide's scripts, and one file with the other parts, see ``page_pack``.

    Raises:
        Unavailable: Pyodide is not in the cache, or is incomplete.
    """
    place = pyodide_dir()
    kept = {name: kept_file(place, name) for name in SUMS}
    missing = [name for name, content in kept.items() if content is None]
    if missing:
        raise Unavailable(
            f"{place / missing[0]} is missing or incomplete. In a checkout: 'make pyodide'."
        )
    whole = {name: content for name, content in kept.items() if content is not None}
    parts = {name: whole[name] for name in _PARTS} | {"referees.zip": referees()}
    scripts = {f"{FOLDER}/{name}": whole[name] for name in SCRIPTS}
    return {f"{FOLDER}/python.bin": packed(parts), **scripts}


def kept_file(place: Path, name: str) -> bytes | None:
    """Returns a file of Pyodide, or None if it cannot be read or has a wrong hash.

    Args:
        place: folder with the files.
        name: a key of ``SUMS``.
    """
    try:
        content = (place / name).read_bytes()
    except OSError:
        return None
    return content if sha256(content).hexdigest() == SUMS[name] else None


def referees() -> bytes:
    """Returns a ZIP archive of the referees and all modules of ours that they import."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as zipped:
        for name, path in sorted(_files().items()):
            zipped.writestr(zipfile.ZipInfo(name, _TIME), path.read_bytes())
    return made.getvalue()


def modules() -> dict[str, Path]:
    """Returns the modules of ours that the referees need: dotted name -> file."""
    found: dict[str, Path] = {}
    waiting = [ENTRY]
    while waiting:
        name = waiting.pop()
        path = None if name in found else _source(name)
        if path is None:
            continue
        found[name] = path
        waiting += [name.rpartition(".")[0], *_imports(path)]
    return found


def _files() -> dict[str, Path]:
    """Returns the files of the archive: the modules, and the data files next to them."""
    found = {}
    for name, path in modules().items():
        is_package = path.name == "__init__.py"
        place = name.replace(".", "/")
        found[f"{place}/__init__.py" if is_package else f"{place}.py"] = path
        if is_package:
            for data in path.parent.rglob("*"):
                if data.suffix in _DATA and data.stat().st_size < _BIG_BYTES:
                    found[f"{place}/{data.relative_to(path.parent).as_posix()}"] = data
    return found


def _source(name: str) -> Path | None:
    """Returns the file of a module of ours, or None for any other name."""
    if name.partition(".")[0] not in _OURS:
        return None
    try:
        spec = find_spec(name)
    except ModuleNotFoundError:  # The name is a name inside a module.
        return None
    return Path(spec.origin) if spec and spec.origin else None


def _imports(path: Path) -> Iterator[str]:
    for node in _run(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """Yields all nodes except code that only a type checker reads."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        yield from _run(node)
