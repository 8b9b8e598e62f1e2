"""Finding the MicroPython unix port, or saying why it cannot run."""

import importlib.metadata

import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.desk import process


def test_missing_micropython_package_error_says_what_to_do(monkeypatch):
    def missing(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", missing)
    with pytest.raises(Unavailable, match=r"needs the package jonnor.*The engine 'wasm'"):
        process.command()
