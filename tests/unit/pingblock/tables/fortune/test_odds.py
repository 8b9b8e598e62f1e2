"""Chances of a roll, against the spec's numbers and against counting."""

import itertools
from fractions import Fraction

import pytest

from pingblock.tables.chance import SeededChance
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune import odds, turn
from pingblock.tables.fortune.options import DEFAULTS, OPTIONS, rules_of
from pingblock.tables.fortune.score import score
from pingblock.tables.fortune.turn import Turn


def risk(now, dice, rules=DEFAULTS):
    return next(each.out for each in odds.risks(rules, now) if each.dice == d.parse(dice))


def test_two_dice_at_two_skulls_risk_11_in_36_ft_t38():
    assert odds.out(2, 2) == Fraction(11, 36)
    lying = Turn("gold", dice=d.parse("X2G3S3"), hand=0, rolls=1)
    assert risk(lying, "G2") == risk(lying, "G1S1") == Fraction(11, 36)


@pytest.mark.parametrize(
    ("card_skulls", "at_once", "island"),
    [(0, 0.10419, 0.03066), (1, 0.26048, 0.13485), (2, 0.37211, 0.39532)],
)
def test_first_roll_odds_match_specification(card_skulls, at_once, island):
    exactly = odds.skulls_among(8, 3 - card_skulls) - odds.skulls_among(8, 4 - card_skulls)
    assert float(exactly) == pytest.approx(at_once, abs=5e-6)
    assert float(odds.skulls_among(8, 4 - card_skulls)) == pytest.approx(island, abs=5e-6)


def test_five_swords_have_odds_of_93_in_256_ft_c12():
    """Every die finally shows one of the two faces, with equal chance."""
    ends = [d.parse("".join(each)) for each in itertools.product("SX", repeat=8)]
    won = sum(score(DEFAULTS, "zombie", each).points == 1200 for each in ends)
    assert Fraction(won, len(ends)) == Fraction(93, 256)


@pytest.mark.parametrize("number", range(1, 6))
def test_skull_odds_equal_counted_outcomes(number):
    every = list(itertools.product("GDSMPX", repeat=number))
    for least in range(-1, number + 2):
        ways = sum(each.count("X") >= least for each in every)
        assert odds.skulls_among(number, least) == Fraction(ways, 6**number)


def test_unused_spell_lowers_risk_of_third_skull():
    spell = Turn("sorceress", dice=d.parse("X2G3S3"), hand=0, rolls=1, spell=True)
    saved = Fraction(10, 36) * Fraction(25, 36)  # one new skull, then two dice without one
    assert risk(spell, "G2") == Fraction(11, 36) - saved
    assert risk(spell, "G1X1") == Fraction(1, 36)  # one skull is left, and two dice roll
    assert risk(spell._replace(spell=False), "G2") == Fraction(11, 36)
    alone = rules_of({n: o.default for n, o in OPTIONS.items()} | {"skull_alone": True})
    assert risk(spell, "G2", alone) == Fraction(11, 36) - Fraction(10, 36) * Fraction(5, 6)


def test_island_risk_is_to_roll_no_skull():
    island = Turn("gold", dice=d.parse("X4G4"), hand=0, rolls=1, island=True)
    assert risk(island, "G4") == Fraction(5, 6) ** 4


def test_zombie_card_has_no_risk():
    assert risk(Turn("zombie", dice=d.parse("X4G4"), hand=0, rolls=1), "G2") == 0


@pytest.mark.parametrize("number", range(1, 9))
def test_virtual_dice_have_each_outcome_with_its_frequency(number):
    shown, up_to = d.rolls(number)
    assert len(set(shown)) == len(shown) == [6, 21, 56, 126, 252, 462, 792, 1287][number - 1]
    assert up_to[-1] == 6**number
    if number < 5:
        every = list(itertools.product("GDSMPX", repeat=number))
        ways = [shown[d.drawn(number, way)] for way in range(6**number)]
        counted = [d.parse("".join(each)) for each in every]
        assert sorted(ways) == sorted(counted)


def test_virtual_dice_are_fair():
    """Chi square of single faces, 5 degrees of freedom: above 20.5 once in 1000 seeds."""
    chance, counts = SeededChance(5), dict.fromkeys("GDSMPX", 0)
    for number in range(3000):
        dice = d.parse(turn.draw(8, chance.at(number)).arg("dice"))
        for face in counts:
            counts[face] += d.count(dice, face)
    assert sum((n - 4000) ** 2 / 4000 for n in counts.values()) < 20.5
