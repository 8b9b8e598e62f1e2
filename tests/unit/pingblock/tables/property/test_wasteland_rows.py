"""Acceptance rows of the wasteland and its speed play (FO-T)."""

import pytest
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.chance import SeededChance
from pingblock.tables.property.holdings import worth
from pingblock.tables.property.tasks import Claim, Debt

ORANGE = ("Orange 1", "Orange 2", "Orange 3")


def test_deed_can_be_mortgaged_and_lifted_only_once():
    game = Playing("wasteland")
    (space,) = game.own(0, "Orange 3")
    assert game.refused("lift", 0, space=space).rule == "FO-27"
    game.do("mortgage", 0, space=space)
    assert game.refused("mortgage", 0, space=space).rule == "FO-27"
    assert game.refused("mortgage", 0, space=6).rule == "FO-27"
    poor = game.set(cash={0: 109}).refused("lift", 0, space=space)
    assert poor.in_words() == "Lifting costs 110, and you have 109."


@pytest.mark.parametrize(
    ("name", "houses", "total"),
    [("wasteland", 4, 250), ("wasteland_speed", 3, 200), ("hideout", 4, 250)],
)
def test_vault_and_shacks_sell_for_half_price_fo_t13_t14(name, houses, total):
    """FO-T14, FO-26, FO-S2, STX-13."""
    game = Playing(name)
    spaces = game.own(0, *ORANGE)
    game.set(todo=(), hotels=11, built={spaces[0]: 5})
    for left in range(houses, -1, -1):
        assert game.do("sell", 0, space=spaces[0]).built[spaces[0]] == left
    assert game.state.cash[0] == 1500 + total


def test_final_count_adds_cash_deeds_and_buildings_fo_t16():
    game = Playing("wasteland_speed")
    counted, mortgaged = game.own(0, "Orange 3", "Orange 1")
    game.set(
        cash={0: 420}, mortgaged={mortgaged: True}, built={counted: 3, mortgaged: 5}
    )  # the total in the row, not a state of a game
    assert worth(game.state, 0) == 1410


@pytest.mark.parametrize(
    ("cash", "left"), [({0: 30}, 1500 + 30 - 12), ({0: 0, 1: 5}, 0)], ids=["all", "what is there"]
)
def test_creditor_pays_interest_before_final_count_fo_t17(cash, left):
    game = Playing("wasteland_speed")
    (space,) = game.own(0, "Red 3")  # price 240, mortgage value 120
    game.set(mortgaged={space: True}, cash=cash, todo=(Debt(0, 1, 100),))
    state = game.do("bankrupt", 0)
    assert state.cash == (0, left)
    assert state.result.winners == (1,)


def test_first_bankruptcy_ends_speed_game_of_three_fo_s4():
    game = Playing("wasteland_speed", 3)
    (space,) = game.own(0, "Red 3")
    game.set(mortgaged={space: True}, cash={0: 30}, todo=(Debt(0, 1, 100),))
    state = game.set(claims=(Claim(1, 2, 5, 25, 0),)).do("bankrupt", 0)
    result = state.result
    assert (result.winners, result.scores, result.rule) == ((1,), (0, 1638, 1500), "FO-S4")
    assert state.claims == ()


def test_three_deeds_per_player_are_dealt_in_turn_fo_s1():
    game = Playing("wasteland_speed", 6)
    deeds = game.state.edition.deeds
    assert len(deeds) == 28
    owner = game.do("hand_out", spaces=deeds[:18]).owner
    assert [owner.count(seat) for seat in range(6)] == [3] * 6
    assert owner[deeds[0]] == 0
    assert owner[deeds[1]] == 1


@pytest.mark.parametrize("spaces", [[1, 1, 3, 5, 6, 8], [1, 3, 5, 6, 8], [1, 3, 5, 6, 8, 10]])
def test_only_different_deeds_are_dealt(spaces):
    assert Playing("wasteland_speed").refused("hand_out", spaces=spaces).rule == "FO-S1"


def test_deeds_are_dealt_in_random_order():
    """Each of 28 deeds is dealt first in about 100 of 2 800 deals."""
    game = Playing("wasteland_speed")
    first: dict[int, int] = {}
    for at in range(2800):
        step = game.game.draw(game.state, SeededChance(2).at(at))
        assert game.game.why_not(game.state, step) is None
        space = step.arg("spaces")[0]
        first[space] = first.get(space, 0) + 1
    assert len(first) == 28
    assert sum((count - 100) ** 2 / 100 for count in first.values()) < 55.5  # p = 0.001


def test_dealt_deeds_can_be_mortgaged_before_first_turn_fo_a_13():
    game = Playing("wasteland_speed")
    game.do("hand_out", spaces=game.state.edition.deeds[:6])
    assert game.do("mortgage", 1, space=3).cash[1] == 1530
