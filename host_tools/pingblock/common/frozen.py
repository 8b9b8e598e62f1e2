"""Images in the wheel, and firmware of 0.1 that is frozen into a device's MicroPython."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from pingware.shared import slots

NAME = "factory"  # in the root folder: names the frozen firmware that has started there last
SLOTS = "-slots"  # ends the names of images whose firmware runs in place from slots
RUNNING = "f"  # in the place of a slot, as ``update`` tells it

# Of a release's wheel: the images with its firmware, by the names that ``shipped`` takes.
SHIPPED = Path(__file__).resolve().parents[1] / "_images"


def shipped(name: str) -> Path | None:
    """Returns the image that came with this installation; None if none did.

    Args:
        name: its kind's, such as ``pingblock-pico-slots``.
    """
    path = SHIPPED / f"{name}.uf2"
    return path if path.is_file() else None


def identity(firmware: Mapping[str, bytes]) -> str:
    """Returns what ``NAME`` holds where this firmware is frozen.

    Args:
        firmware: of a slot, as ``build.image.slot_files`` returns it.
    """
    return sha256(firmware[slots.MANIFEST]).hexdigest()[:16]
