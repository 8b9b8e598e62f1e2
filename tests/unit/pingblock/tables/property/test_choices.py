"""Switches for rules that the specifications leave open: the default, and the other way."""

import pytest
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.errors import BadInput
from pingblock.tables.command import command
from pingblock.tables.property.board_file import read_board, shipped_text
from pingblock.tables.property.holdings import worth
from pingblock.tables.property.state import FREE
from pingblock.tables.property.tasks import Auction, Debt, Estate

SPECS = {"hideout": "ST", "wasteland": "FO", "wasteland_speed": "FO-S"}


def changed_by(name: str, line: str, players: int = 3) -> Playing:
    head = f'format = 1\nname = "own"\nspec = "{SPECS[name]}"\nextends = "{name}"\n[rules]\n'
    return Playing(name, players, board=head + line)


@pytest.mark.parametrize(("may", "seats"), [("true", (0, 1, 2)), ("false", (1, 2))])
def test_player_who_declines_may_bid_unless_board_forbids_it_sm_a_09(may, seats):
    game = changed_by("wasteland", f"decliner_bids = {may}")
    game.dice(1, 2)
    game.do("decline", 0)
    [auction] = game.state.todo
    assert isinstance(auction, Auction)
    assert auction.seats == seats
    refusal = game.game.why_not(game.state, command("bid", 0, amount=5))
    assert (refusal is None) == (0 in seats)
    if refusal:
        assert str(refusal) == "This player has declined the deed. (FO-23)"


@pytest.mark.parametrize("order", ["banker", "board"])
def test_board_option_decides_order_of_estate_auctions_sm_a_19(order):
    game = changed_by("wasteland", f'estate_order = "{order}"')
    spaces = [1, 3, 39]
    game.set(owner=dict.fromkeys(spaces, 0), cash={0: 0}, todo=(Debt(0, -1, 5000),))
    game.do("bankrupt", 0)
    if order == "banker":
        assert game.state.todo == (Estate((1, 3, 39)),)
        game.do("put_up", 1, space=39)
        assert game.state.todo[0].space == 39
        assert game.state.todo[1:] == (Estate((1, 3)),)
    else:
        assert game.state.todo[0].space == 1
        game.do("sold")
        assert game.state.todo[0].space == 3


@pytest.mark.parametrize(("way", "owner"), [("jail", -1), ("move_then_jail", 0)])
def test_board_option_decides_move_on_third_bonus_roll_st_a_05(way, owner):
    game = changed_by("hideout", f'third_bonus = "{way}"').set(streak=2)
    game.dice(3, 3)  # to space 6, a location of the Bank
    if way == "move_then_jail":
        assert (game.state.place[0], game.state.jail[0]) == (6, FREE)
        game.do("buy", 0)
    state = game.state
    assert (state.place[0], state.jail[0], state.turn) == (state.edition.jail, 0, 1)
    assert state.owner[6] == owner


@pytest.mark.parametrize(
    ("name", "line", "houses"),
    [
        ("wasteland", "hotel_houses = 4", 4),  # FO-A-16
        ("wasteland_speed", "", 3),  # FO-S4
        ("hideout", "houses_before_hotel = 3", 3),
    ],
)
def test_hotel_counts_its_price_and_houses_of_board_option_fo_a_16(name, line, houses):
    game = changed_by(name, line)
    at = 39
    game.set(owner={at: 1, 37: 1}, built={at: 5})
    deed, other = game.state.edition.spaces[at], game.state.edition.spaces[37]
    prices = (deed.price or 0) + (other.price or 0)
    buildings = (deed.hotel_cost or 0) + houses * (deed.house_cost or 0)
    assert worth(game.state, 1) == game.state.cash[1] + prices + buildings


@pytest.mark.parametrize(("line", "due"), [("", 4), ("set_factor = 1", 2), ("set_factor = 3", 6)])
def test_board_option_sets_rent_factor_of_whole_set_sm_a_21(line, due):
    """ST-A-09 as well."""
    game = changed_by("hideout", line)
    game.own(1, "Brown 1", "Brown 2")
    game.set(place={0: 38})
    game.dice(1, 2)  # to Brown 1, whose rent is 2
    assert game.state.claims[0].amount == due


def test_mortgaged_station_and_rounding_options_change_rent_and_interest():
    """A mortgaged station does not count, an interest of 7.5 is rounded down."""
    game = changed_by("wasteland", 'mortgaged_counts = false\nrounding = "down"')
    _, station, radio = game.own(1, "Station 1", "Station 2", "Radio 1")
    game.set(mortgaged={station: True, radio: True}, place={0: 2})
    assert game.dice(1, 2).claims[0].amount == 25
    assert game.do("lift", 1, space=radio).cash[1] == 1500 - 75 - 7


@pytest.mark.parametrize(("owned", "due"), [(("Brown 1",), 2), (("Brown 1", "Brown 2"), 9)])
def test_printed_set_rent_replaces_factor_st_a_09(owned, due):
    rent = "rent = [2, 10, 30, 90, 160, 250]"
    board = shipped_text("hideout").replace(rent, f"{rent}\nset_rent = 9")
    game = Playing("hideout", board=board)
    game.own(1, *owned)
    game.set(place={0: 38})
    game.dice(1, 2)
    assert game.do("ask", 1, space=1).cash == (1700 - due, 1500 + due)  # past Go
    with pytest.raises(BadInput, match=r"line 50: 'set_rent' must not be less than the first"):
        read_board(board.replace("set_rent = 9", "set_rent = 1"), "my.toml")


def test_wrong_board_option_is_refused_with_its_line():
    with pytest.raises(
        BadInput, match=r"line 6: 'third_bonus' is .*: it must be jail or move_then_jail"
    ):
        changed_by("hideout", 'third_bonus = "fly"')
