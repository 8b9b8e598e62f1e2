"""Location of the firmware's files."""

from __future__ import annotations

from pathlib import Path

from pingblock.errors import MissingFile

_PACKAGE = Path(__file__).resolve().parent
# In an installed wheel the firmware lies inside the package; in a checkout beside host_tools.
_PLACES = (_PACKAGE / "_firmware", _PACKAGE.parents[1] / "firmware")


def firmware_dir() -> Path:
    """Returns the folder that holds ``main.py`` and the package ``pingware``.

    Raises:
        MissingFile: neither the wheel nor the checkout holds it.
    """
    for place in _PLACES:
        if (place / "main.py").is_file():
            return place
    raise MissingFile(f"The firmware is not in {_PLACES[0]} nor in {_PLACES[1]}: reinstall.")
