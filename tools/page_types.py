"""Checks the page's JSDoc types with TypeScript: ``python -m tools.page_types``.

TypeScript comes from npm and is unpacked into ``build/npm``.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tools import npm

from pingblock.errors import PingblockError

ROOT = Path(__file__).parents[1]
_CONFIG = ROOT / "tests" / "page" / "tsconfig.json"
_VERSION = "5.9.3"


def compiler() -> Path:
    """Returns the path of the compiler. Downloads it if it is missing."""
    return npm.package("typescript", _VERSION, ROOT / "build" / "npm") / "lib" / "tsc.js"


def main() -> int:
    """Returns 0 if all types are right or if npm, from which TypeScript comes, is missing."""
    if not (npm.is_here() and shutil.which("node")):
        print("Not checked: the page's types need node and npm (Debian's names).", file=sys.stderr)
        return 0
    try:
        program = compiler()
    except PingblockError as fault:
        print(f"TypeScript {_VERSION} cannot be installed: {fault}", file=sys.stderr)
        return 1
    return subprocess.run(["node", str(program), "--project", str(_CONFIG)]).returncode


if __name__ == "__main__":
    sys.exit(main())
