"""Cases of a table that only ``make test-all``, or a run with ``-k``, plays."""

from __future__ import annotations

import pytest


def seldom(*values: object) -> object:
    """Returns a case of ``pytest.mark.parametrize`` that takes seconds and is rare."""
    return pytest.param(*values, marks=pytest.mark.long)
