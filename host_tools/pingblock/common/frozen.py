"""Images in the wheel."""

from __future__ import annotations

from pathlib import Path

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
