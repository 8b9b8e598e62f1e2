"""Checks the format of the page's sources: ``python -m tools.page_format``.

``--write`` formats them. Biome comes from npm and is unpacked into ``build/npm``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools import npm

from pingblock.errors import PingblockError

ROOT = Path(__file__).parents[1]
_VERSION = "2.6.8"
_FOLDERS = ("host_tools/pingblock/page", "tests/page")
_STYLE = ("--line-width=120", "--indent-style=space")


def main() -> int:
    """Returns 0 if all files are formatted or if npm, from which Biome comes, is missing."""
    if not npm.is_here():
        print("Not checked: the page's format needs npm (Debian's name).", file=sys.stderr)
        return 0
    try:
        biome = npm.native("@biomejs/cli-{}", _VERSION, "biome", ROOT / "build" / "npm")
    except PingblockError as fault:
        print(f"Biome {_VERSION} cannot be installed: {fault}", file=sys.stderr)
        return 1
    write = ("--write",) if sys.argv[1:] == ["--write"] else ()
    return subprocess.run([str(biome), "format", *_STYLE, *write, *_FOLDERS], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
