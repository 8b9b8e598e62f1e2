"""Checks the page's JSDoc types with TypeScript: ``python -m tools.page_types``.

TypeScript is installed into ``build/typescript-VERSION`` by npm.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
_CONFIG = ROOT / "tests" / "page" / "tsconfig.json"
_VERSION = "5.9.3"


def _compiler() -> Path:
    folder = ROOT / "build" / f"typescript-{_VERSION}"
    program = folder / "node_modules" / "typescript" / "lib" / "tsc.js"
    if not program.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        npm = ("npm", "install", "--silent", "--no-save", "--prefix", str(folder))
        subprocess.run([*npm, f"typescript@{_VERSION}"], check=True)
    return program


def main() -> int:
    """Returns 0 if no type is wrong, or if there is no npm to get TypeScript with."""
    if not (shutil.which("npm") and shutil.which("node")):
        print("Not checked: the page's types need node and npm (Debian's names).", file=sys.stderr)
        return 0
    try:
        compiler = _compiler()
    except subprocess.CalledProcessError as fault:
        print(f"TypeScript {_VERSION} cannot be installed: {fault}", file=sys.stderr)
        return 1
    return subprocess.run(["node", str(compiler), "--project", str(_CONFIG)]).returncode


if __name__ == "__main__":
    sys.exit(main())
