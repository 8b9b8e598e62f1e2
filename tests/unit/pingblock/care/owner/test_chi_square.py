"""The test of fit, against scipy's."""

import math

import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from pingblock.care.owner.chi_square import survival
from pingblock.care.owner.chi_square import test as fit


@given(st.floats(0, 400), st.integers(1, 60))
def test_survival_equals_that_of_scipy(statistic, free):
    assert survival(statistic, free) == pytest.approx(
        scipy.stats.chi2.sf(statistic, free), abs=1e-12, rel=1e-9
    )


def test_survival_of_zero_is_certain():
    assert survival(0.0, 3) == survival(5e-324, 3) == 1.0


@given(st.lists(st.tuples(st.integers(50, 500), st.integers(10, 30)), min_size=2, max_size=9))
def test_statistic_and_p_equal_those_of_scipy(pairs):
    counts, weights = zip(*pairs, strict=True)
    scale = sum(counts) / sum(weights)
    theirs = scipy.stats.chisquare(counts, [weight * scale for weight in weights])
    ours = fit(counts, weights)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-9)
    assert ours.p == pytest.approx(theirs.pvalue, abs=1e-12, rel=1e-9)
    assert ours.degrees_of_freedom == len(pairs) - 1


def test_impossible_outcome_is_unfair_and_is_ignored_if_absent():
    found = fit([100, 1], [1, 0])
    assert (found.p, found.statistic) == (0.0, math.inf)
    assert fit([50, 0, 50], [1, 0, 1]).degrees_of_freedom == 1


def test_rare_outcomes_share_a_bin_and_single_bins_fit():
    found = fit([98, 1, 1], [98, 1, 1])
    assert (found.degrees_of_freedom, found.p) == (0, 1.0)
    assert fit([600, 300, 3, 3], [600, 300, 3, 3]).degrees_of_freedom == 2
    assert fit([0, 0, 7], [0, 0, 5]) == fit([7], [1])
