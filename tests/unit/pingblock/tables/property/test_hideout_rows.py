"""Acceptance rows of the hideout (ST-T)."""

from fractions import Fraction
from itertools import product

import pytest
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.property.state import FREE

ALL_ROLLS = list(product(range(1, 7), repeat=2))


def test_st_t01_start_money() -> None:
    state = Playing("hideout", 6).state
    assert state.cash == (1500,) * 6
    assert sum(count for _, count in state.edition.rules.start_coins) == 16


@pytest.mark.parametrize(("owned", "due"), [(1, 32), (2, 80)])
def test_st_t02_utilities(owned: int, due: int) -> None:
    """ST-17."""
    game = Playing("hideout")
    game.own(1, *("Utility 1", "Utility 2")[:owned])
    game.set(place={0: 9})
    game.dice(1, 2)
    game.do("ask", 1, space=12)
    assert game.dice(3, 5).cash == (1500 - due, 1500 + due)


@pytest.mark.parametrize(("owned", "due"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_stx_05_vehicles(owned: int, due: int) -> None:
    """ST-19."""
    game = Playing("hideout")
    game.own(1, *[f"Vehicle {number}" for number in range(1, owned + 1)])
    game.dice(2, 3)
    assert game.do("ask", 1, space=5).cash == (1500 - due, 1500 + due)


def in_jail(cash: int) -> Playing:
    return Playing("hideout").set(jail={0: 0}, place={0: 10}, cash={0: cash})


def test_st_t04_an_eleven_leads_out_of_jail() -> None:
    """ST-15."""
    game = in_jail(1500)
    game.dice(2, 4)
    game.set(turn=0)
    state = game.dice(5, 6)
    assert (state.place[0], state.jail[0], state.cash[0]) == (21, FREE, 1500)
    assert game.do("decline", 0).again is False  # ST-A-04


def test_st_t05_after_the_third_try_the_fee_and_the_last_roll() -> None:
    game = in_jail(120)
    for dice in ((2, 4), (1, 3), (3, 5)):
        game.set(turn=0)
        state = game.dice(*dice)
    assert (state.place[0], state.jail[0], state.cash[0]) == (18, FREE, 70)


def test_st_t07_the_third_bonus_roll_leads_to_jail_without_a_move() -> None:
    """ST-A-03: doubles and elevens count together; ST-A-05."""
    game = Playing("hideout").set(place={0: 33})
    game.dice(3, 3)
    game.do("decline", 0)
    game.do("sold")
    assert game.state.turn == 0
    game.set(place={0: 9})  # next to the parking space
    game.dice(5, 6)
    assert (game.state.turn, game.state.place[0]) == (0, 20)
    game.set(place={0: 39})
    state = game.dice(1, 1)
    assert (state.place[0], state.jail[0], state.cash[0], state.turn) == (10, 0, 1500, 1)


def test_st_t08_the_chance_of_three_bonus_rolls() -> None:
    """STX-03."""
    bonus = 0
    for dice in ALL_ROLLS:
        game = Playing("hideout").set(place={0: 20 - sum(dice)})  # to the parking space
        bonus += game.dice(*dice).turn == 0
    assert Fraction(bonus, 36) ** 3 == Fraction(8, 729)


def test_st_t10_forts_are_built_evenly() -> None:
    game = Playing("hideout")
    spaces = game.own(0, "Orange 1", "Orange 2", "Orange 3")
    game.set(built=dict(zip(spaces, (1, 1, 0), strict=True)))
    assert game.refused("build", 0, space=spaces[0]).rule == "ST-22"
    assert game.do("build", 0, space=spaces[2]).built[spaces[2]] == 1


def test_st_t11_a_hideout_needs_four_forts_everywhere() -> None:
    game = Playing("hideout")
    spaces = game.own(0, "Orange 1", "Orange 2", "Orange 3")
    game.set(built=dict(zip(spaces, (4, 4, 3), strict=True)), houses=21)
    assert game.refused("build", 0, space=spaces[0]).rule == "ST-23"
    game.do("build", 0, space=spaces[2])
    state = game.do("build", 0, space=spaces[0])
    assert state.built[spaces[0]] == 5
    assert (state.houses, state.hotels) == (24, 11)


def test_st_t13_a_received_mortgage_costs_interest_now_and_again_later() -> None:
    """STX-12, STX-14."""
    game = Playing("hideout")
    (space,) = game.own(1, "Green 1")  # mortgage value 150
    game.set(mortgaged={space: True})
    game.do("offer", 0, to=1, give_cash=1, take_deeds=[space])
    game.do("accept", 1)
    assert game.do("keep", 0).cash[0] == 1500 - 1 - 15
    state = game.do("lift", 0, space=space)
    assert state.cash[0] == 1500 - 1 - 15 - 165
    assert not state.mortgaged[space]


def test_st_a_07_interest_is_rounded_up() -> None:
    game = Playing("hideout")
    (space,) = game.own(0, "Utility 1")  # mortgage value 75
    game.set(mortgaged={space: True})
    assert game.do("lift", 0, space=space).cash[0] == 1500 - 83


def test_st_t14_rent_lapses_with_the_next_roll() -> None:
    game = Playing("hideout")
    (space,) = game.own(1, "Brown 2")
    game.dice(1, 2)
    game.dice(4, 6)  # the next player's
    assert game.refused("ask", 1, space=space).rule == "ST-20"


def test_stx_06_bids_begin_at_ten() -> None:
    """ST-A-06."""
    game = Playing("hideout")
    game.dice(1, 2)
    game.do("decline", 0)
    assert game.refused("bid", 0, amount=9).rule == "STX-06"
    game.do("bid", 0, amount=10)
    assert game.do("bid", 1, amount=11).todo[0].bid == 11  # type: ignore[union-attr]


def test_stx_15_a_mortgaged_partner_does_not_lower_the_rent() -> None:
    game = Playing("hideout")
    spaces = game.own(1, "Brown 1", "Brown 2")
    game.set(mortgaged={spaces[0]: True})
    game.dice(1, 2)
    assert game.state.claims[0].amount == 8


def test_stx_17_cash_alone_is_refused() -> None:
    assert Playing("hideout").refused("offer", 0, to=1, give_cash=50).rule == "STX-17"
