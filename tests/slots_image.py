"""The image that runs in place, and flashes with its slots.

It is built once its base is in the user's cache, which takes some seconds; ``make images`` makes
the base.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from tools import slots
from tools.slot_base import COMPILER
from tools.slots import KINDS

from pingblock.build import slot_image, uf2
from pingblock.build.board import BOARD
from pingblock.build.mpy import compile_file
from pingblock.common.cache import cache_dir, kept
from pingblock.common.file_lock import lock
from pingblock.virtual.chip.engine import new_flash

PICO = "pingblock-pico-slots"
OURS, OTHER = BOARD.NAME, "rev_z"  # how ``hello`` names the pin map
_LOOK_S = 0.1


def path(name: str = PICO) -> Path | None:
    """Returns the UF2 file of the sources that are here; None if it was not built yet."""
    place = KINDS[name].place
    return place if place.is_file() else None


def built(name: str = PICO) -> Path:
    """Returns the UF2 file of the sources that are here, or skips the test and says why."""
    kind = KINDS[name]
    if not kind.place.is_file():
        if not kind.has_base or not shutil.which(COMPILER):
            pytest.skip("There is no base for an image with slots: 'make images' builds it.")
        with _one_at_a_time():
            slots.build(kind)
    return kind.place


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Lets one test process build; the others wait, and find what it has built."""
    with open(cache_dir("slots") / "tests.lock", "w") as file:
        while True:
            try:
                lock(file.fileno())
                break
            except (BlockingIOError, PermissionError):
                time.sleep(_LOOK_S)
        yield


@cache
def firmware() -> slot_image.SlotImage:
    """Returns the firmware that is in slot 0 of the image."""
    found = slot_image.in_uf2(built().read_bytes())
    assert found
    return found


@cache
def other_firmware() -> slot_image.SlotImage:
    """Returns the same, but its ``hello`` has the name ``OTHER``."""
    known = firmware()
    content = known.content.replace(OURS.encode() + b"\0", OTHER.encode() + b"\0")
    assert content != known.content
    return slot_image.SlotImage(known.base, content, known.moved)


def with_firmware(image: slot_image.SlotImage, identity: bytes = b"") -> bytes:
    """Returns the UF2 file of the image with other firmware in slot 0.

    Args:
        image: that firmware.
        identity: of it, see ``SlotImage.factory``.
    """
    pages = dict(uf2.flash_blocks(built().read_bytes()))
    end = max(at for at in pages if at < slot_image.FIRST) + uf2.PAGE_SIZE
    program = b"".join(pages[at] for at in range(0, end, uf2.PAGE_SIZE))
    parts = [(0, program), (slot_image.FIRST, image.factory(identity))]
    return uf2.of_pages(slot_image.pages(parts), "rp2040")


def small(app: str) -> slot_image.SlotImage:
    """Returns firmware of one module, whose ``run`` is called, linked to the base of the image.

    Args:
        app: source of that module.
    """
    place, module = built(), compile_file(app.encode(), "f/app.py")
    key = sha256(place.name.encode() + module).hexdigest()[:16]

    def made() -> bytes:
        if not KINDS[PICO].has_base or not shutil.which(COMPILER):
            pytest.skip("Firmware for this test has to be compiled: 'make images' installs it.")
        folder = slots.WORK / f"small-{key}"
        return slots.linked(KINDS[PICO].base, {"f/app.mpy": module}, folder).factory()

    content = kept(cache_dir("slots") / f"small-{key}.bin", made)
    return slot_image.in_slot(content.ljust(slot_image.SIZE, b"\xff"))


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
