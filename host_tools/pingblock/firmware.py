"""Where the firmware's files are, and its pure modules for use on the host."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

from pingblock.errors import MissingFile

_PACKAGE = Path(__file__).resolve().parent
# In an installed wheel the firmware lies inside the package; in a checkout beside host_tools.
_PLACES = (_PACKAGE / "_firmware", _PACKAGE.parents[1] / "firmware")


def firmware_dir() -> Path:
    """Returns the folder that holds ``main.py`` and the rest of the firmware.

    Raises:
        MissingFile: neither the wheel nor the checkout holds it.
    """
    for place in _PLACES:
        if (place / "main.py").is_file():
            return place
    raise MissingFile(f"The firmware is not in {_PLACES[0]} nor in {_PLACES[1]}: reinstall.")


def load(name: str) -> ModuleType:
    """Imports one of the firmware's pure modules on the host, for example ``link.protocol``.

    Args:
        name: dotted module name below the firmware folder; only pure ones work.
    """
    place = str(firmware_dir())
    if place not in sys.path:
        sys.path.append(place)
    return importlib.import_module(name)
