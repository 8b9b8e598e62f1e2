"""Worms and cards, and the odds of the rules' acceptance examples, counted on our own apple."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pingware.games.worms import options
from pingware.games.worms.cards import (
    COLOURS,
    EACH,
    WORMS,
    dealt,
    most_each,
    own_colours,
    shuffled,
)
from pingware.shared.random32 import from_int

APPLES = 20_000
OWN = 0  # the player's colour


@pytest.fixture(scope="module")
def apples():
    """Many apples, loaded at random (WW-06)."""
    generator = from_int(2024)
    return [shuffled(generator) for _ in range(APPLES)]


def share(found):
    """Returns the part of the apples for which something holds."""
    return sum(found) / APPLES


def nearly(expected):
    """A share that is right to four standard errors."""
    return pytest.approx(float(expected), abs=4 * (0.25 / APPLES) ** 0.5)


def test_the_apple_holds_five_worms_of_four_colours_ww_01():
    assert (WORMS, COLOURS, EACH) == (20, 4, 5)
    worms = shuffled(from_int(1))
    assert [worms.count(colour) for colour in range(COLOURS)] == [EACH] * COLOURS


def test_the_first_pull_matches_one_time_in_four_ww_t01(apples):
    assert Fraction(EACH, WORMS) == Fraction(1, 4)
    assert share(apple[0] == OWN for apple in apples) == nearly(0.25)


def test_after_three_misses_a_new_worm_matches_5_times_in_17_ww_t02(apples):
    missed = [apple for apple in apples if OWN not in apple[:3]]
    found = sum(apple[3] == OWN for apple in missed) / len(missed)
    assert Fraction(EACH, WORMS - 3) == Fraction(5, 17)
    assert found == pytest.approx(5 / 17, abs=4 * (0.25 / len(missed)) ** 0.5)


def test_the_first_match_takes_three_and_a_half_pulls_ww_t04(apples):
    assert Fraction(WORMS + 1, EACH + 1) == Fraction(7, 2)
    pulls = [1 + apple.index(OWN) for apple in apples]
    assert sum(pulls) / APPLES == pytest.approx(3.5, abs=0.08)


def test_all_five_matches_take_seventeen_and_a_half_pulls_ww_t05(apples):
    assert EACH * Fraction(WORMS + 1, EACH + 1) == Fraction(35, 2)
    pulls = [WORMS - apple[::-1].index(OWN) for apple in apples]
    assert sum(pulls) / APPLES == pytest.approx(17.5, abs=0.08)


def test_five_matches_in_five_pulls_come_once_in_15504_ww_t07():
    ways = list(combinations(range(WORMS), EACH))
    assert len(ways) == comb(WORMS, EACH) == 15_504
    assert sum(max(way) < EACH for way in ways) == 1


def test_every_hole_and_every_colour_is_as_likely_ww_06(apples):
    for hole in range(WORMS):
        for colour in range(COLOURS):
            assert share(apple[hole] == colour for apple in apples) == nearly(0.25)


def test_neighbouring_holes_do_not_depend_on_each_other(apples):
    for hole in range(WORMS - 1):
        same = share(apple[hole] == apple[hole + 1] for apple in apples)
        assert same == nearly(Fraction(EACH - 1, WORMS - 1))


@pytest.mark.parametrize(("players", "each", "unused"), [(2, 10, 0), (3, 6, 2), (4, 5, 0)])
def test_mixed_hands_are_equal_and_as_large_as_can_be_ww_t08(players, each, unused):
    assert most_each(players) == each
    hands = dealt(from_int(3), players, each)
    assert [sum(hand) for hand in hands] == [each] * players
    assert WORMS - players * each == unused


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(50))
def test_nobody_needs_more_worms_of_a_colour_than_there_are_ww_20(players, seed):
    hands = dealt(from_int(seed), players, most_each(players))
    for colour in range(COLOURS):
        assert sum(hand[colour] for hand in hands) <= EACH


def test_short_hands_are_equal_as_well_ww_20():
    hands = dealt(from_int(3), 2, 3)
    assert [sum(hand) for hand in hands] == [3, 3]


def test_every_seat_gets_every_colour_alike_ww_19():
    generator = from_int(11)
    games = 4000
    total = [[0] * COLOURS for _ in range(3)]
    for _ in range(games):
        for player, hand in enumerate(dealt(generator, 3, 6)):
            for colour in range(COLOURS):
                total[player][colour] += hand[colour]
    for hand in total:
        for count in hand:
            assert count / games == pytest.approx(1.5, abs=0.06)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_standard_hands_are_a_colour_each_ww_04(players):
    hands = own_colours(players)
    assert len(hands) == players
    assert [hand[player] for player, hand in enumerate(hands)] == [EACH] * players
    assert all(sum(hand) == EACH for hand in hands)


def test_there_is_a_colour_for_every_player_ww_02():
    assert (options.PLAYERS_LEAST, options.PLAYERS_MOST) == (2, COLOURS)
