"""Firmware for devices that run it in place, ready-made: in a release's wheel, or built here."""

from __future__ import annotations

from pingblock.build.board import BOARD, with_chip
from pingblock.build.frozen import frozen_image
from pingblock.build.slot_image import SlotImage, in_uf2
from pingblock.common.cache import cache_dir
from pingblock.common.frozen import SLOTS, shipped
from pingblock.common.micropython import Pico
from pingblock.errors import MissingFile


def firmware_in_place(pico: Pico) -> SlotImage:
    """Returns the firmware for both slots of a kind of Pico.

    Raises:
        MissingFile: this installation has none.
        BadInput: the file is damaged.
    """
    name = f"pingblock-{pico.name}{SLOTS}"
    ready = shipped(name)
    board = with_chip(BOARD, pico.chip, pico.radio)
    content = ready.read_bytes() if ready else frozen_image(name, board, cache_dir("slots"))
    image = in_uf2(content) if content else None
    if image is None:
        raise MissingFile(
            f"This installation has no {name}.uf2 with the firmware for this device. Install the "
            "wheel of a release, or type 'make images' in a checkout."
        )
    return image
