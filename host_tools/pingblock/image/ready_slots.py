"""Finds built firmware for devices that run it in place: in a release's wheel or the cache."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from pingblock.boards.board import BOARD, BoardData, with_chip
from pingblock.common.cache import cache_dir, whole
from pingblock.common.frozen import SLOTS, shipped
from pingblock.common.micropython import Pico
from pingblock.errors import MissingFile
from pingblock.image import uf2
from pingblock.image.frozen import made_of
from pingblock.image.slot_image import SlotImage, in_uf2

_KEY = r"(-[0-9a-f]{16})?\.uf2"  # end of an image's name in the cache
_CURE = "Install the wheel of a release, or type 'make images' in a checkout."


def name_of(pico: Pico) -> str:
    """Returns the name of the image for a kind of Pico."""
    return f"pingblock-{pico.image}{SLOTS}.uf2"


def download(pico: Pico, images: Path | None = None) -> Path:
    """Returns the UF2 file for a new Pico: MicroPython and the firmware in slot a.

    Args:
        pico: the kind that the firmware is for.
        images: folder with images. None takes the image of this installation, else the one in the
            user's cache.

    Raises:
        MissingFile: no such image exists.
    """
    name = name_of(pico).removesuffix(".uf2")
    found = None if images else shipped(name)
    if found is None:
        board = with_chip(BOARD, pico.chip)
        found = image_path(name, board, images or cache_dir("slots"))
    if found is None:
        say = "This installation has no {name} with the firmware for this device. {cure}"
        raise MissingFile(say.format(name=name_of(pico), cure=_CURE))
    return found


def image_in_place(pico: Pico, images: Path | None = None) -> bytes:
    """Returns the content of ``download``, or b"" if that file is missing."""
    try:
        return download(pico, images).read_bytes()
    except MissingFile:
        return b""


def firmware_in_place(pico: Pico, images: Path | None = None) -> SlotImage:
    """Returns the firmware for both slots of a kind of Pico.

    Args:
        pico, images: see ``download``.

    Raises:
        MissingFile: no such image exists.
        BadInput: the image is damaged.
    """
    path = download(pico, images)
    image = in_uf2(path.read_bytes())
    if image is None:
        raise MissingFile(f"{path} does not contain firmware for a slot. {_CURE}")
    return image


def image_path(name: str, board: BoardData, folder: Path) -> Path | None:
    """Returns the newest image that contains the current firmware, or None.

    Args:
        name: the kind of image, such as ``pingblock-pico-slots``.
        board: the pin map that the image is for.
        folder: folder with the image, under this name or under its name in the cache.
    """
    itself = made_of(board)
    named = [path for path in folder.glob("*.uf2") if re.fullmatch(name + _KEY, path.name)]
    newest = sorted(named, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    # An image in the cache has its hash in a file next to it. An image of a release has not.
    for path in newest:
        if _has(itself, path, path.name != f"{name}.uf2", path.stat().st_mtime_ns):
            return path
    return None


@lru_cache(maxsize=64)
def _has(identity: bytes, path: Path, is_kept: bool, _changed_ns: int) -> bool:
    content = (whole(path) if is_kept else path.read_bytes()) or b""
    return identity in b"".join(page for _at, page in uf2.flash_blocks(content))
