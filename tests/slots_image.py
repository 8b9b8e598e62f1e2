"""The image that runs in place, where ``make images`` has built it; and flashes with its slots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from tools.slots import KINDS

from pingblock.build import slot_image
from pingblock.build.board import BOARD
from pingblock.virtual.chip.engine import new_flash

PICO = "pingblock-pico"
OURS, OTHER = BOARD.NAME, "rev_z"  # how ``hello`` names the pin map


def path(name: str = PICO) -> Path | None:
    """Returns the UF2 file; None if it was not built from the sources that are here."""
    place = KINDS[name].place
    return place if place.is_file() else None


def built(name: str = PICO) -> Path:
    """Returns the same, or skips the test and says why."""
    found = path(name)
    if found is None:
        stale = any(KINDS[name].place.parent.glob(f"{name}-*.uf2"))
        what = "The image here is of other sources" if stale else "There is no image with slots"
        pytest.skip(f"{what}: 'make images' builds it.")
    return found


def firmware() -> slot_image.SlotImage:
    """Returns the firmware that is in slot 0 of the image."""
    found = slot_image.in_uf2(built().read_bytes())
    assert found
    return found


def other_firmware() -> slot_image.SlotImage:
    """Returns the same, but its ``hello`` has the name ``OTHER``."""
    known = firmware()
    content = known.content.replace(OURS.encode() + b"\0", OTHER.encode() + b"\0")
    assert content != known.content
    return slot_image.SlotImage(known.base, content, known.moved)


def flash(parts: Mapping[int, bytes], files: Mapping[str, bytes] | None = None) -> bytes:
    """Returns the flash of a Pico with the image and other content in its slots.

    Args:
        parts: slot to all of its pages.
        files: path on the device to content.
    """
    found = bytearray(new_flash(files or {}, built()))
    for slot, content in parts.items():
        at = slot_image.offset(slot)
        found[at : at + slot_image.SIZE] = content.ljust(slot_image.SIZE, b"\xff")
    return bytes(found)
