"""Location of the firmware's files."""

from __future__ import annotations

from pathlib import Path

from pingblock.errors import MissingFile
from pingware.shared import slot_format

# In a checkout what starts the firmware lies beside the package that is imported, in an installed
# wheel inside ours.
_PLACES = (
    Path(slot_format.__file__).resolve().parents[2],
    Path(__file__).resolve().parents[1] / "_firmware",
)


def firmware_dir() -> Path:
    """Returns the folder that holds the package ``pingware``, and ``root``: what starts it.

    No file that starts it is at its top: in a checkout this folder is on ``sys.path``, where
    ``app``, ``main`` and ``start`` would hide somebody's own modules.

    Raises:
        MissingFile: neither the wheel nor the checkout holds it.
    """
    for place in _PLACES:
        if (place / "root" / "main.py").is_file():
            return place
    raise MissingFile(
        f"The firmware is missing from {_PLACES[0]} and {_PLACES[1]}: install pingblock again."
    )
