from random import Random

import pytest

from pingblock.virtual.parts.contact import CLEAN, DEFAULT, Bounce, chatter

FOREVER = 1e9


def test_default_chatter_lasts_two_to_four_ms_and_reaches_level():
    """The last of six random edges comes at 6/7 of 2 to 4 ms, which is 2.57 ms on average."""
    last_us = [chatter(Random(s), 0.0, True, DEFAULT, FOREVER)[-1][0] for s in range(1000)]
    assert 2450 < sum(last_us) / 1000 < 2700
    assert 3900 < max(last_us) <= 4000
    for seed in range(200):
        for closed in (True, False):
            edges = chatter(Random(seed), 1000.0, closed, DEFAULT, FOREVER)
            times = [at_us for at_us, _ in edges]
            assert times == sorted(times)
            assert edges[0] == (1000.0, closed)
            assert edges[-1][1] is closed


@pytest.mark.parametrize(("asked", "edges"), [(8, 9), (5, 7)])
def test_chatter_edges_alternate_and_end_at_final_level(asked, edges):
    """An odd number is rounded up."""
    found = chatter(Random(3), 0.0, True, Bounce(edges=asked), FOREVER)
    assert [closed for _, closed in found] == [True, False] * (edges // 2) + [True]


def test_same_seed_gives_same_chatter_and_another_seed_differs():
    one, same, other = (chatter(Random(s), 0.0, True, DEFAULT, FOREVER) for s in (1, 1, 2))
    assert one == same != other


def test_clean_contact_has_one_edge():
    assert chatter(Random(1), 5.0, True, CLEAN, FOREVER) == [(5.0, True)]


@pytest.mark.parametrize("bounce_ms", [0.5, 10.0])
def test_chatter_lasts_requested_time_at_most(bounce_ms):
    edges = chatter(Random(1), 0.0, True, Bounce(bounce_ms, edges=50), FOREVER)
    assert 0.8 * bounce_ms * 1000 < edges[-1][0] <= bounce_ms * 1000


def test_chatter_ends_before_limit_of_short_press():
    edges = chatter(Random(1), 0.0, True, Bounce(10.0, edges=50), 700.0)
    assert edges[-1][0] <= 700.0
