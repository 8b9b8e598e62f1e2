"""Finds the firmware's files."""

from __future__ import annotations

from pathlib import Path

from pingblock.errors import MissingFile
from pingware.shared import slot_format

# In a checkout, the files that start the firmware are next to its package. In an installed wheel
# they are inside our package.
_PLACES = (
    Path(slot_format.__file__).resolve().parents[2],
    Path(__file__).resolve().parents[1] / "_firmware",
)
# The mixer in Python, for engines that cannot run the firmware's machine code.
VIPER_MIXER = Path(__file__).resolve().parents[1] / "virtual" / "desk" / "mixer_viper.py"


def firmware_dir() -> Path:
    """Returns the folder with the package ``pingware`` and the folder ``root``.

    The files in ``root`` are not directly in this folder, because in a checkout it is on
    ``sys.path``, where ``app``, ``main`` and ``start`` would hide other modules with these names.

    Raises:
        MissingFile: neither the wheel nor the checkout has the firmware.
    """
    for place in _PLACES:
        if (place / "root" / "main.py").is_file():
            return place
    raise MissingFile(
        f"The firmware is missing from {_PLACES[0]} and {_PLACES[1]}: install pingblock again."
    )
