"""Firmware for devices that run it in place, ready-made: in a release's wheel, or built here."""

from __future__ import annotations

from pathlib import Path

from pingblock.build.board import BOARD, with_chip
from pingblock.build.frozen import image_path
from pingblock.build.slot_image import SlotImage, in_uf2
from pingblock.common.cache import cache_dir
from pingblock.common.frozen import SLOTS, shipped
from pingblock.common.micropython import Pico
from pingblock.errors import MissingFile

_CURE = "Install the wheel of a release, or type 'make images' in a checkout."


def image_in_place(pico: Pico) -> Path:
    """Returns the UF2 file that a new Pico gets: MicroPython and the firmware in slot a.

    Raises:
        MissingFile: this installation has none.
    """
    name = f"pingblock-{pico.name}{SLOTS}"
    board = with_chip(BOARD, pico.chip, pico.radio)
    found = shipped(name) or image_path(name, board, cache_dir("slots"))
    if found is None:
        raise MissingFile(f"This installation has no {name}.uf2 with its firmware. {_CURE}")
    return found


def firmware_in_place(pico: Pico) -> SlotImage:
    """Returns the firmware for both slots of a kind of Pico.

    Raises:
        MissingFile: this installation has none.
        BadInput: the file is damaged.
    """
    path = image_in_place(pico)
    image = in_uf2(path.read_bytes())
    if image is None:
        raise MissingFile(f"{path} holds no firmware for slots. {_CURE}")
    return image
