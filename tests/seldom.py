"""Cases of a table that only ``make test-all``, or a run with ``-k``, plays."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def seldom(*values: object) -> object:
    """Returns a ``pytest.mark.parametrize`` case that is rarely run, because it takes seconds."""
    return pytest.param(*values, marks=pytest.mark.long)


def seldom_but(often: str, cases: Iterable[str]) -> list[object]:
    """Returns cases of one value, all of them rarely run except one."""
    return [each if each == often else seldom(each) for each in cases]
