"""Images for new boards that come with the page: one UF2 file for each kind of Pico.

Frozen ones are taken where ``make frozen`` has built them of this firmware; else MicroPython with
the firmware as files, where that MicroPython is on this computer. Nothing is downloaded.
"""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from pingblock.build import uf2
from pingblock.build.board import BoardData
from pingblock.build.image import device_files, slot_files
from pingblock.build.one_file import one_file
from pingblock.common.cache import cache_dir
from pingblock.common.firmware import firmware_dir
from pingblock.common.frozen import identity
from pingblock.common.micropython import PICOS, RELEASED, Pico
from pingblock.errors import BadInput
from pingblock.make_page.page_firmware import BOARDS, FOLDER, board_of

PATHS = rf"{FOLDER}/(images\.json|pingblock-{BOARDS}\.uf2)"
_KEY = r"(-[0-9a-f]{16})?\.uf2"  # behind the name of a frozen image in the cache


@cache
def image_files(frozen: Path | None = None) -> dict[str, bytes]:
    """Returns the images: path beneath the page to content.

    ``images.json`` lists each: its board, its file, or "" where the page has none, and whether a
    release has one.

    Args:
        frozen: folder with frozen images; None is the user's cache.
    """
    found: dict[str, bytes] = {}
    known = []
    for pico in PICOS:
        for base in (True, False):
            name = f"pingblock-{pico.name}{'' if base else '-block'}"
            board = board_of(pico, base)
            frozen_one = frozen_image(name, board, frozen or cache_dir("frozen"))
            content = frozen_one or _as_files(pico, board)
            about = {"board": pico.name, "label": pico.label, "chip": pico.chip, "base": base}
            about["released"] = pico in RELEASED
            told = {"frozen": bool(frozen_one), "file": f"{name}.uf2" if content else ""}
            size = {"bytes": len(content), "sha256": sha256(content).hexdigest()}
            known.append({**about, **told, **size})
            if content:
                found[f"{FOLDER}/{name}.uf2"] = content
    listed = {"version": version("pingblock"), "images": known}
    return {f"{FOLDER}/images.json": json.dumps(listed).encode(), **found}


def frozen_image(name: str, board: BoardData, folder: Path) -> bytes:
    """Returns the newest frozen image with the firmware that is here in it, else b"".

    Args:
        name: its kind's, such as ``pingblock-pico-block``.
        board: that it is for.
        folder: where it lies, by that name or as in the user's cache.
    """
    itself = identity(slot_files(firmware_dir(), board)).encode()
    named = [path for path in folder.glob("*.uf2") if re.fullmatch(name + _KEY, path.name)]
    for path in sorted(named, key=lambda path: path.stat().st_mtime_ns, reverse=True):
        content = path.read_bytes()
        if itself in b"".join(page for _at, page in uf2.flash_blocks(content)):
            return content
    return b""


def _as_files(pico: Pico, board: BoardData) -> bytes:
    micropython = uf2.micropython_here(pico)
    if not micropython:
        return b""
    try:
        files = device_files(firmware_dir(), board=board)
        return one_file(micropython.read_bytes(), files, pico)
    except BadInput:  # another kind of file by that name
        return b""
