"""Experiments need the chip."""

import pytest

from pingblock.build.uf2 import uf2_path
from pingblock.errors import Unavailable


@pytest.fixture(autouse=True)
def image(micropython):
    """Skips where there is no MicroPython image."""
    try:
        uf2_path()
    except Unavailable as missing:
        pytest.skip(str(missing))
