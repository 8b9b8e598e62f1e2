"""Confidence bounds, compared with published values and with their promises."""

from random import Random

import pytest
import scipy

from pingblock.study import bounds


@pytest.mark.parametrize(("count", "total"), [(0, 10), (3, 10), (50, 100), (999, 1000), (7, 7)])
def test_bounds_of_a_share_equal_the_wilson_interval(count, total):
    expected = scipy.stats.binomtest(count, total).proportion_ci(method="wilson")
    found = bounds.share(count, total)
    assert found == pytest.approx((count / total, expected.low, expected.high))


def test_bounds_of_a_mean_follow_its_spread():
    found = bounds.mean([1.0, 2.0, 3.0, 4.0])
    half = 1.959964 * (5 / 3) ** 0.5 / 2
    assert found == pytest.approx((2.5, 2.5 - half, 2.5 + half), abs=1e-6)
    assert bounds.mean([7]) == (7, 7, 7)


def test_bounds_of_a_rate_hold_in_95_of_100_studies():
    chance, inside = Random(4), 0
    for _ in range(400):
        sizes, counts = [], []
        for _ in range(60):  # games of 5 to 50 turns, a third of which have the event
            sizes.append(chance.randint(5, 50))
            counts.append(sum(chance.random() < 1 / 3 for _ in range(sizes[-1])))
        found = bounds.rate(counts, sizes)
        inside += found.low <= 1 / 3 <= found.high
    assert bounds.rate([0, 3], [10, 10]).low == 0  # a rate cannot be below 0
    assert 365 <= inside <= 393  # 380 are expected, with a standard deviation of 4.4
