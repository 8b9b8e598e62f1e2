"""The frozen image of these sources, where ``make frozen`` has built it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from tools.frozen import KINDS

from pingblock.virtual.chip.engine import new_flash

PICO = "pingblock-pico"


def path(name: str = PICO) -> Path | None:
    """Returns the UF2 file; None if it was not built from what lies here now."""
    place = KINDS[name].place
    return place if place.is_file() else None


def built(name: str = PICO) -> Path:
    """Returns the same, or skips the test with a word."""
    found = path(name)
    if found is None:
        stale = any(KINDS[name].place.parent.glob(f"{name}-*.uf2"))
        what = "The frozen image here is of other sources" if stale else "There is no frozen image"
        pytest.skip(f"{what}: 'make frozen' builds it.")
    return found


def flash(files: Mapping[str, bytes]) -> bytes:
    """Returns the flash of a Pico with the image on it, and these files."""
    return new_flash(files, built())
