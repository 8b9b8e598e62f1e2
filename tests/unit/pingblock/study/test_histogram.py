"""Histogram of numbers of turns: all bins contain equally many numbers."""

from itertools import pairwise

import pytest

from pingblock.study.plot import BINS_MOST, edges


@pytest.mark.parametrize(
    ("turns", "wide", "bins"),
    [([7], 1, 1), ([10, 45], 1, 36), ([1, 100], 1, 100), ([1, 101], 2, 51), ([3, 2000], 20, 100)],
)
def test_every_bin_has_the_same_count_of_whole_numbers(turns, wide, bins):
    found = edges(turns)
    assert {after - before for before, after in pairwise(found)} == {wide}
    assert found[0] == min(turns) - 0.5
    assert found[-1] > max(turns)
    assert len(found) - 1 <= BINS_MOST + 1
    assert len(found) - 1 in (bins, bins + 1)
