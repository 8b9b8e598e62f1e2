"""The length of a run: fixed, or drawn from a range with both ends in it."""

from types import SimpleNamespace

import pytest

from pingware.games.worms import run_length


@pytest.mark.parametrize(
    ("length", "least_ms", "most_ms"),
    [
        (run_length.surprise(20, 20), 20_000, 20_000),
        (run_length.surprise(10, 20), 10_000, 20_000),
        (run_length.surprise(5, 60), 5000, 60_000),
    ],
)
def test_both_ends_of_a_surprise_are_drawn(length, least_ms, most_ms):
    smallest = SimpleNamespace(below=lambda _n: 0)
    largest = SimpleNamespace(below=lambda n: n - 1)
    assert run_length.draw_ms(length, smallest) == least_ms
    assert run_length.draw_ms(length, largest) == most_ms
