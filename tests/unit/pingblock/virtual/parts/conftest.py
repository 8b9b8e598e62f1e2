"""An engine for parts that drive their pin."""

import pytest


class Drives:
    """Remembers what a part does to its pin."""

    def __init__(self):
        self.calls = []

    def drive(self, at_us, gpio, level):
        self.calls.append((at_us, gpio, level))


@pytest.fixture
def engine():
    return Drives()
