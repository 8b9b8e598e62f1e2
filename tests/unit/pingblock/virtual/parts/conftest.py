"""An engine for parts that drive their pin."""

import pytest


class Drives:
    """Remembers a part's actions on its pin."""

    def __init__(self):
        self.calls = []

    def drive(self, at_us, gpio, level):
        self.calls.append((at_us, gpio, level))


@pytest.fixture
def engine():
    return Drives()
