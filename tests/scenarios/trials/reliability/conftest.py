"""Experiments need the chip."""

import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.engines import image_of
from pingblock.virtual.published import uf2_path


@pytest.fixture(autouse=True)
def image():
    """Skips the tests if an image is missing."""
    try:
        uf2_path(), image_of()
    except Unavailable as missing:
        pytest.skip(str(missing))
