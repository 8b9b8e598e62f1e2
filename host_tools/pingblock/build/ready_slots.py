"""Firmware for devices that run it in place, ready-made: in a release's wheel, or built here."""

from __future__ import annotations

from pathlib import Path

from pingblock.build.board import BOARD, with_chip
from pingblock.build.frozen import frozen_image
from pingblock.build.slot_image import SlotImage, in_uf2
from pingblock.common.cache import cache_dir
from pingblock.common.frozen import SLOTS, shipped
from pingblock.common.micropython import Pico
from pingblock.errors import MissingFile


def firmware_in_place(pico: Pico, images: Path | None = None) -> SlotImage:
    """Returns the firmware for both slots of a kind of Pico.

    Args:
        pico: that the firmware is for.
        images: folder with images; None takes the image of this installation, else that of the
            user's cache.

    Raises:
        MissingFile: this installation has none.
        BadInput: the file is damaged.
    """
    name = f"pingblock-{pico.name}{SLOTS}"
    ready = None if images else shipped(name)
    board = with_chip(BOARD, pico.chip, pico.radio)
    folder = images or cache_dir("slots")
    content = ready.read_bytes() if ready else frozen_image(name, board, folder)
    image = in_uf2(content) if content else None
    if image is None:
        raise MissingFile(
            f"This installation has no {name}.uf2 with the firmware for this device. Install the "
            "wheel of a release, or type 'make images' in a checkout."
        )
    return image
