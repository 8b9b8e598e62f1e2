"""Odds of the worms: the specification's numbers, and a count of all orders of a small apple."""

import itertools
from fractions import Fraction

import pytest

from pingblock.tables.worms import odds

FULL, FIVE = (5, 5, 5, 5), (5, 0, 0, 0)


def test_first_pull_fits_with_odds_of_5_in_20_ww_t01():
    assert odds.match(FULL, FIVE) == Fraction(5, 20)


def test_pull_after_three_misses_fits_with_5_in_17_ww_t02():
    assert odds.match((5, 4, 4, 4), FIVE) == Fraction(5, 17)


def test_expected_pulls_for_all_five_are_35_halves_ww_t05():
    assert odds.pulls_until_all(FULL, FIVE) == Fraction(35, 2)


def test_complete_hand_needs_no_more_pulls_ww_12():
    assert odds.match((3, 5, 5, 5), (0, 1, 0, 0)) == Fraction(5, 18)
    assert odds.match((3, 5, 5, 5), (0, 0, 0, 0)) == 0
    assert odds.pulls_until_all((3, 5, 5, 5), (0, 0, 0, 0)) == 0
    assert odds.pulls_until_all((1, 5, 5, 5), (2, 0, 0, 0)) is None


@pytest.mark.parametrize(
    ("unseen", "wanted"),
    [
        ((2, 1, 2), (1, 1, 0)),
        ((3, 2, 1), (2, 1, 0)),
        ((2, 2, 2), (2, 0, 1)),
        ((1, 4, 0), (1, 2, 0)),
    ],
)
def test_odds_equal_those_counted_over_all_orders(unseen, wanted):
    worms = [colour for colour, number in enumerate(unseen) for _ in range(number)]
    orders = list(itertools.permutations(worms))
    done, begins = [], 0
    for order in orders:
        has = [
            all(order[:n].count(c) >= need for c, need in enumerate(wanted))
            for n in range(len(order) + 1)
        ]
        done.append(has.index(True))
        begins += bool(wanted[order[0]])
    assert odds.pulls_until_all(unseen, wanted) == Fraction(sum(done), len(orders))
    assert odds.match(unseen, wanted) == Fraction(begins, len(orders))
