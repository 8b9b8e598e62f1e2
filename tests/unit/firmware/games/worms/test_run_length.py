"""The length of a wiggle: fixed, or drawn from a range that includes both ends."""

from types import SimpleNamespace

import pytest

from pingware.games.worms import rules


@pytest.mark.parametrize(("least_s", "most_s"), [(20, 20), (10, 20), (5, 60)])
def test_random_length_includes_both_ends_of_its_range(least_s, most_s):
    length = rules.surprise(least_s, most_s)
    smallest = SimpleNamespace(below=lambda _n: 0)
    largest = SimpleNamespace(below=lambda n: n - 1)
    assert rules.draw_ms(length, smallest) == least_s * 1000
    assert rules.draw_ms(length, largest) == most_s * 1000
