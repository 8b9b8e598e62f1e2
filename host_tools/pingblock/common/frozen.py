"""Finds the firmware images in the wheel."""

from __future__ import annotations

from pathlib import Path

SLOTS = "-slots"  # end of the names of images whose firmware runs in place from slots
RUNNING = "f"  # folder below ``.frozen`` with the firmware that runs in place

# The images of a release, which its wheel contains.
SHIPPED = Path(__file__).resolve().parents[1] / "_images"


def shipped(name: str) -> Path | None:
    """Returns the image that came with this installation, or None.

    Args:
        name: name of the image, such as ``pingblock-pico-slots``.
    """
    path = SHIPPED / f"{name}.uf2"
    return path if path.is_file() else None
