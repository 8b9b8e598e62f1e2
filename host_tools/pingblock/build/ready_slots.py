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


def name_of(pico: Pico) -> str:
    """Returns the name of the image for a kind of Pico."""
    return f"pingblock-{pico.name}{SLOTS}.uf2"


def image_in_place(pico: Pico, images: Path | None = None) -> bytes:
    """Returns the UF2 file of the image for a kind of Pico; b"" if this installation has none.

    Args:
        pico: that the firmware is for.
        images: folder with images; None takes the image of this installation, else that of the
            user's cache.
    """
    name = name_of(pico).removesuffix(".uf2")
    if not images and (ready := shipped(name)):
        return ready.read_bytes()
    board = with_chip(BOARD, pico.chip, pico.radio)
    return frozen_image(name, board, images or cache_dir("slots"))


def firmware_in_place(pico: Pico, images: Path | None = None) -> SlotImage:
    """Returns the firmware for both slots of a kind of Pico.

    Args:
        pico: that the firmware is for.
        images: see ``image_in_place``.

    Raises:
        MissingFile: this installation has none.
        BadInput: the file is damaged.
    """
    content = image_in_place(pico, images)
    image = in_uf2(content) if content else None
    if image is None:
        raise MissingFile(
            f"This installation has no {name_of(pico)} with the firmware for this device. Install"
            " the wheel of a release, or type 'make images' in a checkout."
        )
    return image
