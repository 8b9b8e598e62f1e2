"""Images for new boards that come with the page: one UF2 file for each kind of Pico.

Those of a release's wheel run in place, or those that ``make images`` has built of this firmware;
else it is MicroPython with the firmware as files, if that MicroPython is on this computer. Nothing
is downloaded.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from pingblock.build import uf2
from pingblock.build.board import BoardData
from pingblock.build.image import device_files
from pingblock.build.one_file import one_file
from pingblock.build.ready_slots import image_in_place
from pingblock.common.firmware import firmware_dir
from pingblock.common.micropython import PICOS, RELEASED, Pico
from pingblock.errors import BadInput
from pingblock.make_page.page_firmware import BOARDS, FOLDER, board_of

PATHS = rf"{FOLDER}/(images\.json|pingblock-{BOARDS}\.uf2)"


@cache
def image_files(images: Path | None = None) -> dict[str, bytes]:
    """Returns the images: path beneath the page to content.

    ``images.json`` lists each: its board, its file, or "" where the page has none, and whether a
    release has one.

    Args:
        images: folder with images; None takes those of this installation, else those of the
            user's cache.
    """
    found: dict[str, bytes] = {}
    known = []
    for pico in PICOS:
        for base in (True, False):
            name = f"pingblock-{pico.name}{'' if base else '-block'}"
            board = board_of(pico, base)
            ready = image_in_place(pico, images) if base else b""
            content = ready or _as_files(pico, board)
            about = {"board": pico.name, "label": pico.label, "chip": pico.chip, "base": base}
            about["released"] = pico in RELEASED
            told = {"in_place": bool(ready), "file": f"{name}.uf2" if content else ""}
            size = {"bytes": len(content), "sha256": sha256(content).hexdigest()}
            known.append({**about, **told, **size})
            if content:
                found[f"{FOLDER}/{name}.uf2"] = content
    listed = {"version": version("pingblock"), "images": known}
    return {f"{FOLDER}/images.json": json.dumps(listed).encode(), **found}


def _as_files(pico: Pico, board: BoardData) -> bytes:
    micropython = uf2.micropython_here(pico)
    if not micropython:
        return b""
    try:
        files = device_files(firmware_dir(), board=board)
        return one_file(micropython.read_bytes(), files, pico)
    except BadInput:  # another kind of file by that name
        return b""
