"""Puts Pyodide into the user's cache: ``python -m tools.pyodide``.

npm gets it; `make page` packs it for the tables of a page without a server.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from pingblock.make_page.page_tables import PYODIDE, pyodide_dir


def main() -> int:
    """Returns 0 if it is there; without npm the page's tables need the server."""
    place = pyodide_dir()
    if any(place.iterdir()):
        return 0
    if not shutil.which("npm"):
        print("Not fetched: Pyodide, for the page's tables, needs npm.", file=sys.stderr)
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        npm = ("npm", "install", "--silent", "--no-save", "--ignore-scripts", "--prefix", scratch)
        if subprocess.run([*npm, f"pyodide@{PYODIDE}"]).returncode:
            print(f"Pyodide {PYODIDE} cannot be installed.", file=sys.stderr)
            return 1
        shutil.copytree(Path(scratch, "node_modules", "pyodide"), place, dirs_exist_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
