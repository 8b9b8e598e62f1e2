"""Pages of the boards for soldering: ``python -m tools.hardware.pcb_page``.

Click a part in the list, and see its place. InteractiveHtmlBom (MIT license) makes them in
Debian's Python from KiCad's files. They hold its code, so they are not committed.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from tools.hardware import pcb
from tools.hardware.products import ROOT

SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's Python, because it has KiCad's module
NAME = "parts.html"
_OPTIONS = (
    "--no-browser", "--no-compression", "--include-nets", "--name-format", Path(NAME).stem,
    "--checkboxes", "Found,Soldered", "--show-fields", "Value",
)  # fmt: skip
_MADE = re.compile(r'"date": "[-0-9: ]+"')


def write(board: Path, folder: Path) -> None:
    """Writes a board's page. Raises RuntimeError if its maker is missing or fails."""
    spec = importlib.util.find_spec("InteractiveHtmlBom")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("InteractiveHtmlBom is missing. `make hardware` installs it.")
    package = Path(next(iter(spec.submodule_search_locations)))
    # Only this package comes from our environment. All others are Debian's.
    alone = folder / "maker"
    alone.mkdir()
    (alone / package.name).symlink_to(package)
    done = subprocess.run(
        [SYSTEM_PYTHON, str(alone / package.name / "generate_interactive_bom.py"), *_OPTIONS,
         "--dest-dir", str(folder), str(board)],
        env={**os.environ, "PYTHONPATH": str(alone), "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"},
        capture_output=True, text=True, check=False, cwd=folder,
    )  # fmt: skip
    page = folder / NAME
    if done.returncode or not page.exists():
        raise RuntimeError(f"No page of {board.name}: {done.stderr[-600:]}")
    text, dates = _MADE.subn('"date": ""', page.read_text(encoding="utf-8"))
    if dates != 1:
        raise RuntimeError(f"The page of {board.name} has {dates} dates.")
    page.write_text(text, encoding="utf-8")


def main() -> None:
    """Writes the page of each board next to its other files."""
    for name in pcb.BOARDS:
        folder = ROOT / "hardware" / name / "made" / "board"
        with tempfile.TemporaryDirectory() as temp:
            write(folder / f"{name}.kicad_pcb", Path(temp))
            shutil.copy(Path(temp) / NAME, folder)


if __name__ == "__main__":
    main()
