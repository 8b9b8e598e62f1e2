"""Tests the measurement of the engines' starts."""

from __future__ import annotations

import pytest
from benchmarks.interpreters import first_start_s

from pingblock.errors import Unavailable
from pingblock.virtual.wasm.module import module_path


def test_first_start_is_measured_with_an_empty_cache() -> None:
    try:
        module_path()
    except Unavailable as missing:
        pytest.skip(str(missing))
    assert first_start_s() > 0
