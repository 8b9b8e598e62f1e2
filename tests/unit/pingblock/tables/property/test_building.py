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
