"""Firmware on the page for updates of a Pico: an upload for each slot.

The page sends the bytes of ``SlotImage.stream``, so it does not need the layout of a slot.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from pathlib import Path
from zlib import crc32

from pingblock.common.micropython import RELEASED
from pingblock.errors import MissingFile
from pingblock.image.ready_slots import firmware_in_place
from pingblock.image.slot_image import SlotImage
from pingblock.make_page.page_pack import compact, packed
from pingware.shared.slot_format import LETTERS

FOLDER = "data/firmware"
INDEX = f"{FOLDER}/index.json"
PATHS = rf"{FOLDER}/(index\.json|(?:{'|'.join(pico.name for pico in RELEASED)})\.bin)"


@cache
def firmware_packs(images: Path | None = None) -> dict[str, bytes]:
    """Returns the uploads: path on the page to content.

    ``index.json`` has the version, and for each chip whose image is available: the base that runs
    the firmware, the CRC-32 that a device reports for the firmware in each slot, and the pack with
    the uploads.

    Args:
        images: folder with images. None takes the images of this installation, else those in the
            user's cache.
    """
    found: dict[str, bytes] = {}
    known = {}
    for pico in RELEASED:
        try:
            image = firmware_in_place(pico, images)
        except MissingFile:
            continue
        uploads = {slot: image.stream(number) for number, slot in enumerate(LETTERS)}
        found[f"{FOLDER}/{pico.name}.bin"] = packed(uploads)
        known[pico.chip] = {"pack": f"{pico.name}.bin"} | _about(image, uploads)
    about = {"version": version("pingblock"), "firmware": known}
    return {INDEX: compact(about), **found}


def _about(image: SlotImage, uploads: dict[str, bytes]) -> dict[str, object]:
    return {
        "base": image.base.hex(),
        "crc32": {slot: image.crc32(number) for number, slot in enumerate(LETTERS)},
        "files": {slot: [len(data), crc32(data)] for slot, data in uploads.items()},
    }
