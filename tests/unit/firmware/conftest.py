"""For the firmware's modules on CPython, which do not need collections of garbage there."""

import gc

import pytest


@pytest.fixture(autouse=True)
def no_collection(monkeypatch):
    """Skips collections, because each would search all objects of a test run, for a second."""
    monkeypatch.setattr(gc, "collect", lambda: 0)
