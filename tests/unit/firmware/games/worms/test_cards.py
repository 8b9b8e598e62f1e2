"""Worms and cards, and the odds of the rules' acceptance examples, counted on our apple."""

from fractions import Fraction

import numpy as np
import pytest
from tests.rules.rows import rows

from pingware.games.worms import options, variants
from pingware.games.worms.variants import COLOURS, EACH, WORMS, dealt, rules_of, shuffled
from pingware.shared.random32 import from_int

APPLES = 8000
OWN = 0  # number of the player's colour


@pytest.fixture(scope="module")
def apples():
    """Many apples, loaded at random (WW-06): a row for each, a colour for each hole."""
    generator = from_int(2024)
    return np.array([shuffled(generator) for _ in range(APPLES)])


def nearly(expected, of=APPLES):
    """A share that is right to four standard errors."""
    return pytest.approx(float(expected), abs=4 * (0.25 / of) ** 0.5)


def test_apple_holds_five_worms_of_each_of_four_colours_ww_01():
    assert (WORMS, COLOURS, EACH) == (20, 4, 5)
    worms = shuffled(from_int(1))
    assert [worms.count(colour) for colour in range(COLOURS)] == [EACH] * COLOURS


def test_fourth_worm_matches_5_times_in_17_after_three_misses_ww_t02(apples):
    missed = apples[(apples[:, :3] != OWN).all(axis=1)]
    assert Fraction(EACH, WORMS - 3) == Fraction(5, 17)
    assert np.mean(missed[:, 3] == OWN) == nearly(5 / 17, len(missed))


def test_first_and_last_match_take_the_expected_pulls_ww_t04_ww_t05(apples):
    assert Fraction(WORMS + 1, EACH + 1) == Fraction(7, 2)
    assert EACH * Fraction(WORMS + 1, EACH + 1) == Fraction(35, 2)
    pulls = np.nonzero(apples == OWN)[1].reshape(APPLES, EACH) + 1
    assert pulls[:, 0].mean() == pytest.approx(3.5, abs=0.12)
    assert pulls[:, -1].mean() == pytest.approx(17.5, abs=0.12)


def test_every_colour_is_equally_likely_in_every_hole_ww_06_ww_t01(apples):
    for colour in range(COLOURS):
        assert (apples == colour).mean(axis=0) == nearly(0.25)


def test_neighbouring_holes_do_not_depend_on_each_other(apples):
    same = (apples[:, 1:] == apples[:, :-1]).mean(axis=0)
    assert same == nearly(Fraction(EACH - 1, WORMS - 1))


def test_two_to_four_players_need_five_matches_to_win_ww_02_ww_03_ww_04_ww_22():
    assert [rules_of(n) for n in (2, 3, 4)] == [(n, False, False, 5) for n in (2, 3, 4)]
    assert rules_of(4, together=True, mixed=True) == (4, True, True, 5)


@pytest.mark.parametrize("row", rows("worms", "hand"))
def test_mixed_hands_of_row_are_equal_and_largest(row):
    players, each = row["players"], row["hand"]
    assert rules_of(players, mixed=True).each == each
    hands = dealt(from_int(3), players, each)
    assert [sum(hand) for hand in hands] == [each] * players
    assert WORMS - players * each == row["unused"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_need_no_more_worms_of_a_colour_than_exist_ww_20(players):
    for seed in range(50):
        hands = np.array(dealt(from_int(seed), players, WORMS // players))
        assert (hands.sum(axis=0) <= EACH).all()


def test_short_hands_have_equal_sizes_ww_20():
    assert [sum(hand) for hand in dealt(from_int(3), 2, 3)] == [3, 3]


def test_every_seat_gets_every_colour_equally_often_ww_19():
    generator = from_int(11)
    hands = np.mean([dealt(generator, 3, 6) for _ in range(4000)], axis=0)
    assert hands.shape == (3, COLOURS)
    assert hands == pytest.approx(1.5, abs=0.06)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_standard_hands_have_one_colour_each_ww_04(players):
    hands = variants.own_colours(players)
    assert len(hands) == players
    assert [hand[player] for player, hand in enumerate(hands)] == [EACH] * players
    assert all(sum(hand) == EACH for hand in hands)


def test_players_range_from_two_to_the_number_of_colours_ww_02():
    assert (options.PLAYERS_LEAST, options.PLAYERS_MOST) == (2, COLOURS)
