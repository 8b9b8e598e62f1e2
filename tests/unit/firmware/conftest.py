"""For the firmware's modules on CPython, where a collection of garbage means nothing to them."""

import gc

import pytest


@pytest.fixture(autouse=True)
def no_collection(monkeypatch):
    """Skips collections: each would search what a whole run's tests have left, for a second."""
    monkeypatch.setattr(gc, "collect", lambda: 0)
