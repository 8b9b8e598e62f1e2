"""Buildings: shortage and its auction, sales with a low stock, and reasons against building."""

import pytest
from tests.unit.pingblock.tables.property.playing import PLAYERS, Playing

from pingblock.tables.property import panel

BROWN, BLUE = ("Brown 1", "Brown 2"), ("Dark blue 1", "Dark blue 2")
ORANGE = ("Orange 1", "Orange 2", "Orange 3")


def rivals(stock: int, name: str = "wasteland") -> Playing:
    """Returns a game in which two of three players can build."""
    game = Playing(name, 3)
    game.own(0, *BROWN)
    game.own(1, *BLUE)
    game.set(houses=stock)
    return game


def test_last_house_wanted_by_two_players_is_auctioned():
    """SM-31, STX-08, FO-25: bids start at 1, the Bank is paid, and the winner places the house."""
    game = rivals(1)
    game.do("build", 0, space=1)
    assert game.game.to_act(game.state) == (1,)
    game.do("want", 1)
    assert game.refused("bid", 2, amount=5).rule == "FO-23"
    game.do("bid", 0, amount=30)
    game.do("bid", 1, amount=31)
    game.do("pass", 0)
    assert game.refused("build", 0, space=1).rule == "FO-25"
    state = game.do("build", 1, space=39)
    assert state.cash == (1500, 1469, 1500)
    assert (state.built[39], state.built[1], state.houses) == (1, 0, 0)
    assert game.refused("build", 0, space=1).rule == "FO-25"


def test_auctioned_building_has_the_word_of_its_edition():
    game = rivals(1)
    game.do("build", 0, space=1)
    game.do("want", 1)
    assert game.game.view(game.state)["at_hand"]["building"] == "shack"
    assert panel.board(game.state, PLAYERS)[0] == "Auction: shack. No bid yet."
    assert game.said[-1] == "Shack is put up for auction."
    game.do("bid", 0, amount=30)
    game.do("sold")
    assert "Shack is sold to Ada for 30." in game.said


def test_auction_winner_builds_auctioned_house():
    game = Playing("wasteland", 3)
    brown = game.own(0, *BROWN, *BLUE)
    game.own(1, "Green 1", "Green 2", "Green 3")
    game.set(built={brown[0]: 4, brown[1]: 4}, houses=1)
    game.do("build", 0, space=39)
    game.do("want", 1)
    game.do("bid", 0, amount=1)
    game.do("pass", 1)
    assert game.refused("build", 0, space=1).in_words() == "You have bought a shack."
    assert game.do("build", 0, space=37).built[37] == 1


def test_passed_bidder_may_bid_again_and_is_waited_for():
    """SM-22: an auction has no order of turns."""
    game = Playing("wasteland", 3).set(cash={2: 6})
    [station] = game.own(2, "Station 1")
    game.dice(1, 2)
    game.do("decline", 0)
    game.do("pass", 2)
    game.do("bid", 1, amount=5)
    game.do("bid", 2, amount=6)
    game.do("bid", 1, amount=7)
    assert game.refused("bid", 1, amount=8).in_words() == "The highest bid is yours already."
    assert "mortgage or sell" in game.refused("bid", 2, amount=8).in_words()
    assert game.game.to_act(game.state) == (0, 2)
    game.do("mortgage", 2, space=station)
    game.do("pass", 0)
    assert game.do("pass", 2).owner[3] == 1


def test_last_house_without_rival_costs_deed_price():
    game = rivals(1)
    game.do("build", 0, space=1)
    state = game.do("pass", 1)
    assert (state.cash[0], state.built[1], state.houses) == (1450, 1, 0)
    assert (game.said[0], game.events[0].rule) == ("Ben passes.", "FO-25")


def test_player_without_cash_takes_no_part_in_house_auction():
    """FO-25: mortgages that are possible do not count, and players must not wait in vain."""
    game = rivals(1).set(cash={1: 0})
    assert game.do("build", 0, space=1).built[1] == 1
    game = rivals(1).set(cash={1: 20})
    game.do("build", 0, space=1)
    game.do("want", 1)
    assert game.do("bid", 0, amount=30).cash[0] == 1470


@pytest.mark.parametrize(("stock", "asked"), [(1, True), (2, True), (3, False)])
def test_others_are_asked_only_when_houses_could_run_out(stock, asked):
    """SM-A-20: the last two houses are auctioned one after another."""
    game = rivals(stock, "hideout")
    game.do("build", 0, space=1)
    assert (game.state.built[1] == 0) == asked


def test_player_with_mortgaged_set_is_not_asked():
    game = rivals(1).set(mortgaged={39: True})
    assert game.do("build", 0, space=1).built[1] == 1


@pytest.mark.parametrize(
    ("stock", "left", "cash"),
    [
        (8, (4, 5), 100),  # only the hotel
        # the Bank has 3 houses: both hotels and five more buildings are sold
        (3, (1, 2), 100 * 2 + 100 * 5),
        (0, (0, 0), 100 * 2 + 100 * 8),
    ],
)
def test_hotel_sold_during_house_shortage_sells_more_buildings(stock, left, cash):
    """SM-A-05, FO-A-09: in one step, until the stock is enough."""
    game = Playing("wasteland")
    one, two = game.own(0, *BLUE)
    game.set(built={one: 5, two: 5}, houses=stock, hotels=10)
    state = game.do("sell", 0, space=one)
    assert (state.built[one], state.built[two]) == left
    assert state.cash[0] == 1500 + cash
    assert state.houses == stock - sum(each for each in left if each < 5)


def test_houses_are_sold_evenly():
    game = Playing("wasteland")
    one, two = game.own(0, *BLUE)
    game.set(built={one: 1, two: 2})
    assert game.refused("sell", 0, space=one).rule == "FO-26"
    assert game.do("sell", 0, space=two).cash[0] == 1600


@pytest.mark.parametrize(
    ("name", "group", "top", "left", "rule"),
    [
        ("celebration", BROWN, 4, 28, "SM-29"),  # SM-T13
        ("hideout", ORANGE, 4, 24, "ST-23"),  # ST-T11
        ("wasteland_speed", ORANGE, 3, 26, "FO-S2"),
    ],
)
def test_hotel_needs_maximum_houses_on_whole_set(name, group, top, left, rule):
    game = Playing(name)
    first, *others, last = game.own(0, *group)
    levels = {**dict.fromkeys((first, *others), top), last: top - 1}
    game.set(todo=(), built=levels, houses=32 - sum(levels.values()))
    assert game.refused("build", 0, space=first).rule == rule
    game.do("build", 0, space=last)
    state = game.do("build", 0, space=first)
    assert (state.built[first], state.houses, state.hotels) == (5, left, 11)


def test_building_needs_whole_unmortgaged_set_of_locations():
    game = Playing("wasteland")
    game.own(0, "Brown 1", "Station 1", "Station 2", "Station 3", "Station 4")
    assert game.refused("build", 0, space=1).rule == "FO-24"
    assert game.refused("build", 0, space=5).rule == "FO-24"
    game = Playing("celebration")
    one, two = game.own(0, *BROWN)
    assert game.set(mortgaged={two: True}).refused("build", 0, space=one).rule == "SM-30"


def test_set_with_buildings_cannot_be_mortgaged_or_traded():
    """SM-32, SM-35, STX-11, STX-14, FO-27, FO-28."""
    game = Playing("wasteland")
    one, two = game.own(0, *BROWN)
    game.set(built={one: 1})
    assert game.refused("mortgage", 0, space=two).rule == "FO-27"
    deal = {"to": 1, "give_deeds": [two], "take_cash": 5}
    assert game.refused("offer", 0, **deal).rule == "FO-28"
