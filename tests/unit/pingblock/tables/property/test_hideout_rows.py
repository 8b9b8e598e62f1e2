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


def test_bids_begin_at_ten_stx_06():
    """ST-A-06."""
    game = Playing("hideout")
    game.dice(1, 2)
    game.do("decline", 0)
    assert game.refused("bid", 0, amount=9).rule == "STX-06"
    game.do("bid", 0, amount=10)
    assert game.do("bid", 1, amount=11).todo[0].bid == 11


def test_offer_of_only_cash_is_refused_stx_17():
    assert Playing("hideout").refused("offer", 0, to=1, give_cash=50).rule == "STX-17"
