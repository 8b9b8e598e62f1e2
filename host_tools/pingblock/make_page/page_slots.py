"""Firmware that comes with the page for devices that run it in place: an upload for each slot.

The page sends the bytes that ``SlotImage.stream`` makes here, so it needs no layout of a slot.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from zlib import crc32

from pingblock.build.ready_slots import firmware_in_place
from pingblock.build.slot_image import SlotImage
from pingblock.common.micropython import RELEASED
from pingblock.errors import MissingFile
from pingblock.make_page.page_firmware import FOLDER
from pingblock.make_page.page_pack import packed
from pingware.shared.slots import SLOTS

INDEX = f"{FOLDER}/slots.json"
PATHS = rf"{FOLDER}/(slots\.json|(?:{'|'.join(pico.name for pico in RELEASED)})-slots\.bin)"


@cache
def slot_packs(images: Path | None = None) -> dict[str, bytes]:
    """Returns the uploads: path beneath the page to content.

    ``slots.json`` lists each kind of Pico whose image is available: the base that runs the
    firmware, the CRC-32 that a device reports for it in each slot, and the pack with the uploads.

    Args:
        images: folder with images; None takes those of this installation, else those of the
            user's cache.
    """
    found: dict[str, bytes] = {}
    known = {}
    for pico in RELEASED:
        try:
            image = firmware_in_place(pico, images)
        except MissingFile:
            continue
        name = f"{pico.name}-slots.bin"
        uploads = {slot: image.stream(number) for number, slot in enumerate(SLOTS)}
        found[f"{FOLDER}/{name}"] = packed(uploads)
        known[pico.name] = {"pack": name} | _about(image, uploads)
    return {INDEX: json.dumps(known, separators=(",", ":")).encode(), **found}


def _about(image: SlotImage, uploads: dict[str, bytes]) -> dict[str, object]:
    return {
        "base": image.base.hex(),
        "crc32": {slot: image.crc32(number) for number, slot in enumerate(SLOTS)},
        "files": {slot: [len(data), crc32(data)] for slot, data in uploads.items()},
    }
