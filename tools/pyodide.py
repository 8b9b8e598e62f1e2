"""Puts Pyodide into the user's cache: ``python -m tools.pyodide``.

Pyodide comes from npm. `make page` packs it for the tables on a page without a server.
"""

from __future__ import annotations

import sys
import tarfile
from hashlib import sha256
from io import BytesIO

from tools import npm

from pingblock.common.cache import write_atomically
from pingblock.errors import BadInput, PingblockError
from pingblock.make_page.page_tables import PYODIDE, SUMS, kept_file, pyodide_dir


def main() -> int:
    """Returns 0 if Pyodide is complete. Without npm, the tables on a page need a server."""
    place = pyodide_dir()
    missing = [name for name in SUMS if kept_file(place, name) is None]
    if not missing:
        return 0
    if not npm.is_here():
        print("Not fetched: Pyodide, for the page's tables, needs npm.", file=sys.stderr)
        return 0
    try:
        for name, content in _files(npm.archive("pyodide", PYODIDE), missing).items():
            write_atomically(place / name, content)
    except PingblockError as fault:
        print(f"Pyodide {PYODIDE} cannot be installed: {fault}", file=sys.stderr)
        return 1
    return 0


def _files(archive: bytes, names: list[str]) -> dict[str, bytes]:
    """Returns files of the archive. Raises BadInput if a file has a wrong hash."""
    found = {}
    with tarfile.open(fileobj=BytesIO(archive)) as packed:
        for name in names:
            member = packed.extractfile(f"package/{name}")
            found[name] = member.read() if member else b""
            if (has := sha256(found[name]).hexdigest()) != SUMS[name]:
                raise BadInput(f"{name} has SHA-256 {has}, but {SUMS[name]} was expected.")
    return found


if __name__ == "__main__":
    sys.exit(main())
