"""Firmware that comes with the page, to update a board from it: the files of a slot.

A page loads none of it before it is asked to; ``python -m pingblock.make_page.page`` writes it.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from zlib import crc32

from pingblock.build.board import BOARD, BoardData, with_chip, without_base
from pingblock.build.image import slot_files
from pingblock.common.firmware import firmware_dir
from pingblock.common.frozen import identity
from pingblock.common.micropython import NEWEST, OLDEST, PICOS, Pico
from pingblock.make_page.page_pack import packed

FOLDER = "data/firmware"
BOARDS = f"(?:{'|'.join(pico.name for pico in PICOS)})(?:-block)?"
PATHS = rf"{FOLDER}/(index\.json|{BOARDS}\.bin)"


@cache
def firmware_packs() -> dict[str, bytes]:
    """Returns the firmware of each board: path beneath the page to content.

    ``index.json`` tells of each: for which board, its files with size and CRC-32, as a device
    tells them, and its pack, a file of parts, see ``page_pack``.
    """
    packs: dict[str, bytes] = {}
    known = []
    for pico in PICOS:
        for base in (True, False):
            files = slot_files(firmware_dir(), board_of(pico, base))
            name = f"{pico.name}{'' if base else '-block'}.bin"
            packs[f"{FOLDER}/{name}"] = pack = packed(files)
            known.append(
                _about(pico, base, files) | {"pack": name, "sha256": sha256(pack).hexdigest()}
            )
    about = {
        "version": version("pingblock"),
        "micropython": [OLDEST, NEWEST],
        "firmware": known,
    }
    index = json.dumps(about, separators=(",", ":")).encode()
    return {f"{FOLDER}/index.json": index, **packs}


def board_of(pico: Pico, base: bool) -> BoardData:
    """Returns our board with a kind of Pico, with the apple base or without."""
    board = with_chip(BOARD, pico.chip, pico.radio)
    return board if base else without_base(board)


def _about(pico: Pico, base: bool, files: dict[str, bytes]) -> dict[str, object]:
    return {
        "board": pico.name,
        "label": pico.label,
        "chip": pico.chip,
        "radio": pico.radio,
        "base": base,
        "identity": identity(files),
        "mpy": max(data[1] | data[2] << 8 for data in files.values() if data[:1] == b"M"),
        "files": {name: [len(data), crc32(data)] for name, data in files.items()},
    }
