"""Makes the page's files: those for the engine `here`, and a folder for any static host.

``python -m pingblock.make_page.page FOLDER`` writes it. ``make page`` writes it to ``dist/page``.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from pingblock.boards.board import BOARD, gpios
from pingblock.boards.pins import pins_of
from pingblock.common.device_path import OWNERS
from pingblock.common.firmware import firmware_dir
from pingblock.common.session_limits import COMPUTE_RATE, COMPUTE_S
from pingblock.errors import PingblockError
from pingblock.make_page import policy
from pingblock.make_page.page_data import data_files
from pingblock.make_page.page_device import device_data
from pingblock.make_page.page_firmware import FOLDER as FIRMWARE
from pingblock.make_page.page_firmware import firmware_packs
from pingblock.make_page.page_images import image_files
from pingblock.make_page.page_pack import packed
from pingblock.make_page.page_tables import table_files
from pingblock.virtual.source_layout import layout
from pingblock.virtual.wasm import flash as engine_flash
from pingblock.virtual.wasm.module import module_path

_COMMENTS = re.compile(
    rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n|/\*\* @(?:(?!\*/).)*\*/ ?",
    re.MULTILINE | re.DOTALL,
)
PACK = "engines/here/here.bin"
# Files that are loaded only when they are needed.
LATER = (
    "later-",  # on a bundled page: all later parts
    "board/",
    "embed.js",
    "engines/serial/",
    "engines/session.js",
    "engines/socket/",
    "link/later/",
    "own/given.js",
    "own/pads.js",
    "own/tune.js",
    "own/view.js",
    "own/voice.js",
    "own/own.css",
    "saved.js",
    "trial.js",
    "data/device.json",
    "tables/",
    "style/evening.css",
    "style/table/",
    "data/cards/",
    "languages/",
    f"{FIRMWARE}/",
    "install/",
)


def page_dir() -> Path:
    """Returns the folder with the page's own files."""
    return Path(__file__).resolve().parents[1] / "page"


@cache
def engine_files() -> dict[str, bytes]:
    """Returns the files that the engine `here` loads: path on the page to content.

    Several parts are in one file, see ``page_pack``.

    Raises:
        Unavailable: the module was not built.
    """
    files = layout(firmware_dir(), {})
    parts = {
        "module": module_path().read_bytes(),
        "simulation": engine_flash.simulation(),
        "flash": engine_flash.flash_of(files),
    }
    about = {
        "firmware": version("pingblock"),
        "gpio": gpios(),
        "ratio": {pin.name: pin.ratio for pin in pins_of(BOARD) if pin.ratio},
        "flash_bytes": engine_flash.FLASH_SIZE,
        "compute": {"ms": 1000 * COMPUTE_S, "rate": COMPUTE_RATE},
        "files": list(files),
        "owners": OWNERS,
    }
    content = sha256(b"".join(parts.values())).hexdigest()[:16]
    return {PACK: packed(parts, id=content, **about)}


def without_comments(script: bytes) -> bytes:
    """Returns a script of ours without types, and without comments on separate lines."""
    return _COMMENTS.sub(b"", script)


def write(folder: Path, images: Path | None = None) -> None:
    """Writes the page into ``folder``. Removes its old content.

    Args:
        folder: the new folder of the page.
        images: folder with images for new Picos and for updates. None takes the user's cache.

    Raises:
        Unavailable: the engine's module was not built, or Pyodide is missing.
    """
    files = engine_files() | data_files() | device_data() | table_files()
    files |= firmware_packs(images) | image_files(images)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(page_dir(), folder)
    for script in folder.rglob("*.js"):
        script.write_bytes(without_comments(script.read_bytes()))
    for name in policy.NAMED_IN:
        file = folder / name
        file.write_bytes(policy.put_into(name, file.read_bytes()))
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def main(make: Callable[[Path], object] = write, what: str = "page") -> None:
    """Makes the page in the folder that the argument names, and prints how to open it."""
    folder = Path(sys.argv[1]).absolute()
    try:
        make(folder)
    except PingblockError as fault:
        sys.exit(f"The {what} was not made. {fault}")
    print(f"{folder} is for any static host; here: python3 -m http.server -d {folder}")


if __name__ == "__main__":
    main()
