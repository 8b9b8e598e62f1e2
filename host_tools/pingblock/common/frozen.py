"""Images in the wheel, and the identity of the firmware that is in one."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from pingware.shared import slots

SLOTS = "-slots"  # ends the names of images whose firmware runs in place from slots
RUNNING = "f"  # folder of the firmware that runs in place, below ``.frozen``

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
    """Returns a text that differs from that of other firmware; each image has it.

    Args:
        firmware: of a slot, as ``build.image.slot_files`` returns it.
    """
    return sha256(firmware[slots.MANIFEST]).hexdigest()[:16]
