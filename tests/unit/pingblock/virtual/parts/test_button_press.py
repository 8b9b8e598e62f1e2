from random import Random

import pytest
from tests.pins import GPIO

from pingblock.virtual.parts.button import SHORTEST_MS, ButtonModel

BLOCK = GPIO["block_button"]


@pytest.fixture
def finger(bench):
    return ButtonModel(bench.engine, BLOCK, Random(5))


def edges(bench):
    return [(at_us, level) for at_us, gpio, level in bench.engine.drives if gpio == BLOCK]


def last_release_us(bench):
    return max(at_us for at_us, level in edges(bench) if level is None)


def test_tap_closes_contact_at_once_and_releases_it_afterwards(bench, finger):
    bench.advance(100)
    assert finger.tap(60)
    assert edges(bench)[0] == (100_000, False)
    assert edges(bench)[-1][1] is None
    assert 160_000 <= last_release_us(bench) <= 164_000


def test_finger_that_is_down_cannot_tap_again(bench, finger):
    finger.tap(60)
    before = edges(bench)
    assert not finger.tap(60)
    bench.advance(59)
    assert finger.is_down
    assert not finger.tap(60)
    assert edges(bench) == before
    bench.advance(2)
    assert finger.tap(60)


def test_finger_stays_down_until_lifted(bench, finger):
    finger.up()  # it is not down
    assert edges(bench) == []
    finger.down()
    bench.advance(5000)
    assert (finger.is_down, edges(bench)[-1][1]) == (True, False)
    finger.up()
    assert not finger.is_down
    assert last_release_us(bench) >= 5_000_000


def test_short_click_is_lengthened_and_tap_cannot_be_lifted(bench, finger):
    finger.down()
    bench.advance(2)
    finger.up()
    assert finger.is_down
    assert last_release_us(bench) >= SHORTEST_MS * 1000
    bench.advance(100)
    finger.tap(1000)
    before = edges(bench)
    finger.up()
    assert edges(bench) == before
