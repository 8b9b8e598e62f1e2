"""Builds the site: ``python -m tools.docs FOLDER``; ``make docs`` makes build/site.

The page with the engine in it lies in the site's folder ``here``; the first page embeds it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from tools.docs import pages, reference

from pingblock.build import page
from pingblock.errors import PingblockError

WORK = pages.ROOT / "build" / "docs"
CONFIGURATION = Path(__file__).parent / "zensical.toml"


def build(folder: Path) -> None:
    """Makes the site in a folder, which is made anew.

    Raises:
        PingblockError: a page names something that is not there, or the engine was not built.
    """
    source = WORK / "pages"
    shutil.rmtree(WORK, ignore_errors=True)
    made = reference.pages()
    pages.copy(source, [*made, "here/index.html"])
    for name, text in made.items():
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    told = CONFIGURATION.read_text(encoding="utf-8").replace("VERSION", version("pingblock"))
    (WORK / "zensical.toml").write_text(told, encoding="utf-8")
    command = (sys.executable, "-m", "zensical", "build", "--clean", "--strict")
    done = subprocess.run(command, cwd=WORK, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PingblockError(f"The pages have faults:\n{done.stdout}{done.stderr}")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(WORK / "site", folder)
    page.write(folder / "here")


def main() -> None:
    """Builds the site into the folder that is the argument, and says how to read it."""
    folder = Path(sys.argv[1]).absolute()
    try:
        build(folder)
    except PingblockError as fault:
        sys.exit(f"The site was not made. {fault}")
    print(f"{folder} is for any static host; here: python3 -m http.server -d {folder}")


if __name__ == "__main__":
    main()
