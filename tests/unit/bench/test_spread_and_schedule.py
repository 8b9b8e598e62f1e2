"""Numbers that say how a measurement spreads, and times that are fixed by a seed."""

from itertools import pairwise
from math import inf

import pytest
from tests.bench.schedule import bracket, earliest, press_times_ms, request_times_ms
from tests.bench.spread import Spread, spread


def test_the_spread_has_the_smallest_the_middle_and_the_largest():
    assert spread([3.0, 1.0, 9.0, 2.0]) == Spread(1.0, 2.5, 9.0, 0)


def test_lost_presses_are_counted_and_do_not_hide_in_the_numbers():
    assert spread([1.0, None, 3.0, None]) == Spread(1.0, 2.0, 3.0, 2)


def test_if_all_are_lost_no_number_meets_a_target():
    assert spread([None, None]) == Spread(inf, inf, inf, 2)


def test_presses_rise_by_their_seed_and_leave_a_sound_its_time():
    times = press_times_ms(40, 1000.0, seed=1)
    assert times == press_times_ms(40, 1000.0, seed=1)
    assert times != press_times_ms(40, 1000.0, seed=2)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert len(times) == 40
    assert min(gaps) >= 450
    assert len({round(gap) for gap in gaps}) > 20


def test_requests_come_about_each_tenth_of_a_second_until_the_end():
    times = request_times_ms(500.0, 10_500.0, seed=1)
    assert times == sorted(times)
    assert 80 < len(times) < 125
    assert times[0] == 500.0
    assert times[-1] < 10_500.0


@pytest.mark.parametrize("edge", [10.1, 63.7, 99.9])
def test_the_earliest_value_that_works_is_found(edge):
    assert edge <= earliest(lambda at: at >= edge, 10.0, 100.0, 0.5) <= edge + 0.5


@pytest.mark.parametrize("works", [lambda _: True, lambda _: False])
def test_an_answer_outside_the_bounds_is_refused(works):
    with pytest.raises(ValueError, match=r"between 10\.0 and 100\.0"):
        earliest(works, 10.0, 100.0, 0.5)


@pytest.mark.parametrize("edge", [11.0, 63.7, 1000.0])
def test_the_first_step_over_the_edge_is_found_whatever_comes_later(edge):
    low, high = bracket(lambda at: edge <= at < 3 * edge, 10.0, 2000.0)
    assert low < edge <= high == pytest.approx(1.5 * low)


def test_if_nothing_works_the_search_ends():
    with pytest.raises(ValueError, match="up to 100"):
        bracket(lambda _: False, 10.0, 100.0)
