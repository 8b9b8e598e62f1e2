"""Acceptance rows of the hideout (ST-T)."""

from fractions import Fraction
from itertools import product

from tests.unit.pingblock.tables.property.playing import Playing

ALL_ROLLS = list(product(range(1, 7), repeat=2))


def test_three_bonus_rolls_have_odds_of_8_in_729_st_t08():
    """STX-03."""
    bonus = 0
    for dice in ALL_ROLLS:
        game = Playing("hideout").set(place={0: 20 - sum(dice)})  # to the parking space
        bonus += game.dice(*dice).turn == 0
    assert Fraction(bonus, 36) ** 3 == Fraction(8, 729)


def test_forts_must_be_built_evenly_st_t10():
    game = Playing("hideout")
    spaces = game.own(0, "Orange 1", "Orange 2", "Orange 3")
    game.set(built=dict(zip(spaces, (1, 1, 0), strict=True)))
    assert game.refused("build", 0, space=spaces[0]).rule == "ST-22"
    built = game.do("build", 0, space=spaces[2])
    assert built.built[spaces[2]] == 1
    poor = game.set(cash={0: 99}).refused("build", 0, space=spaces[2])
    assert poor.in_words() == "It costs 100, and you have 99."


def test_offer_of_only_cash_is_refused_stx_17():
    assert Playing("hideout").refused("offer", 0, to=1, give_cash=50).rule == "STX-17"
