"""Garbage collection is off for the firmware's modules on CPython, where they do not need it."""

import gc

import pytest


@pytest.fixture(autouse=True)
def no_collection(monkeypatch):
    """Skips collections, because each would search all objects of a test run, for a second."""
    monkeypatch.setattr(gc, "collect", lambda: 0)
