"""Pearson's chi-square test: do counts fit their expected values?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

# By a common rule, a bin needs an expected count of at least five. Rarer outcomes are combined.
EXPECTED_LEAST = 5.0


@dataclass(frozen=True)
class ChiSquareResult:
    """``p``: the probability of a deviation that is at least as large, if the source is fair. If
    ``free`` is 0, ``p`` is 1.0.
    """

    statistic: float
    degrees_of_freedom: int
    p: float


def test(counts: Sequence[int], weights: Sequence[int]) -> ChiSquareResult:
    """Compares counts with the values that the weights predict.

    Args:
        counts: count of each outcome. Their sum is 1 or more.
        weights: weight of each outcome. Their sum is 1 or more. If an outcome with weight 0
            occurs, p is 0.
    """
    if any(count and not weight for count, weight in zip(counts, weights, strict=True)):
        return ChiSquareResult(math.inf, len(counts) - 1, 0.0)
    bins = _bins(counts, weights)
    statistic = sum((came - due) ** 2 / due for came, due in bins)
    free = len(bins) - 1
    return ChiSquareResult(statistic, free, survival(statistic, free) if free else 1.0)


def _bins(counts: Sequence[int], weights: Sequence[int]) -> list[tuple[float, float]]:
    """Returns (observed, expected) for each bin. Outcomes that are too rare share a bin."""
    scale = sum(counts) / sum(weights)
    pairs = [(float(c), w * scale) for c, w in zip(counts, weights, strict=True) if w]
    pairs.sort(key=lambda pair: pair[1])
    while len(pairs) > 1 and pairs[0][1] < EXPECTED_LEAST:
        (came, due), (more_came, more_due), *rest = pairs
        pairs = sorted([(came + more_came, due + more_due), *rest], key=lambda pair: pair[1])
    return pairs


def survival(statistic: float, free: int) -> float:
    """Returns the probability that chi-square with ``free`` degrees of freedom (1 or more) exceeds
    it.

    Source: NIST Digital Library of Mathematical Functions 8.4.6, 8.4.8 and 8.8.2.
    """
    x = statistic / 2
    if x <= 0:
        return 1.0
    a, q = (0.5, math.erfc(math.sqrt(x))) if free % 2 else (1.0, math.exp(-x))
    while a < free / 2:
        q += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(1.0, q)
