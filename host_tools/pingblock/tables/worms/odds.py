"""Exact odds of pulls without putting worms back, from the number of unseen worms.

A hand is the number of wanted worms of each colour, in the same order as the unseen worms. Players
are assumed to have a perfect memory, so they do not pull a seen worm again by mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb


def match(unseen: Sequence[int], wanted: Sequence[int]) -> Fraction:
    """Returns the chance that the next unseen worm has a wanted colour (WW-12)."""
    good = sum(number for number, need in zip(unseen, wanted, strict=True) if need)
    return Fraction(good, sum(unseen)) if good else Fraction(0)


def pulls_until_all(unseen: Sequence[int], wanted: Sequence[int]) -> Fraction | None:
    """Returns the expected number of pulls until the hand is complete, or None if it cannot be."""
    if any(need > number for number, need in zip(unseen, wanted, strict=True)):
        return None
    total = sum(unseen)
    ways = _complete(unseen, wanted)
    return sum((1 - Fraction(ways[n], comb(total, n)) for n in range(total)), Fraction(0))


def _complete(unseen: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """Returns, for each number of pulls, how many sets of worms contain all wanted worms.

    These are the coefficients of a product: a colour adds ``comb(number, n)`` sets of n >= need
    worms.
    """
    ways = [1]
    for number, need in zip(unseen, wanted, strict=True):
        own = [comb(number, n) if n >= need else 0 for n in range(number + 1)]
        ways = [
            sum(ways[n - k] * own[k] for k in range(len(own)) if 0 <= n - k < len(ways))
            for n in range(len(ways) + number)
        ]
    return ways
