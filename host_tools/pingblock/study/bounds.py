"""Confidence bounds for the results of a study, at 95 %."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

_Z = NormalDist().inv_cdf(0.975)


class Estimate(NamedTuple):
    """A number with its bounds."""

    value: float
    low: float
    high: float


def share(count: int, total: int) -> Estimate:
    """Returns a proportion of independent trials, with Wilson's bounds.

    Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209-212.
    """
    p, z2 = count / total, _Z * _Z
    centre = (p + z2 / (2 * total)) / (1 + z2 / total)
    half = _Z * sqrt(p * (1 - p) / total + z2 / (4 * total * total)) / (1 + z2 / total)
    return Estimate(p, max(0.0, centre - half), min(1.0, centre + half))


def mean(values: Sequence[float]) -> Estimate:
    """Returns a mean with bounds, which need many values. One value is its own bounds."""
    middle = fmean(values)
    half = _Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(middle, middle - half, middle + half)


def rate(counts: Sequence[int], sizes: Sequence[int]) -> Estimate:
    """Returns an amount for each unit of size, such as events for each turn.

    Events within a game are not independent. So each game is one sample, and the bounds come from
    the spread between games.

    Args:
        counts: the amount in each game.
        sizes: the size of each game, such as its number of turns. At least one must not be 0.
    """
    ratio = sum(counts) / sum(sizes)
    off = [count - ratio * size for count, size in zip(counts, sizes, strict=True)]
    spread = sqrt(sum(each * each for each in off) / max(1, len(off) - 1) / len(off))
    half = _Z * spread / fmean(sizes)
    return Estimate(ratio, max(0.0, ratio - half), ratio + half)


def ratio(values: Sequence[float], others: Sequence[float]) -> Estimate:
    """Returns the mean of ``others`` divided by the mean of ``values``, which must not be 0.

    The bounds are those of two independent samples, by the delta method.
    """
    middle, other = fmean(values), fmean(others)
    spread = sum(
        stdev(each) ** 2 / len(each) / at**2
        for each, at in ((values, middle), (others, other))
        if len(each) > 1 and at
    )
    found = other / middle
    half = _Z * found * sqrt(spread)
    return Estimate(found, max(0.0, found - half), found + half)
