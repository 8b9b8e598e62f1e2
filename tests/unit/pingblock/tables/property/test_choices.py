"""Switches for rules that the specifications leave open: the default, and the other way."""

import pytest
from tests.unit.pingblock.tables.property.filled import filled_board
from tests.unit.pingblock.tables.property.playing import Playing, changed

from pingblock.errors import BadInput
from pingblock.tables.property.board_file import read_board, shipped_text
from pingblock.tables.property.holdings import worth


@pytest.mark.parametrize(
    ("name", "line", "houses"),
    [
        ("wasteland", "hotel_houses = 4", 4),  # FO-A-16
        ("wasteland_speed", "", 3),  # FO-S4
        ("hideout", "houses_before_hotel = 3", 3),
    ],
)
def test_hotel_counts_its_price_and_houses_of_board_option_fo_a_16(name, line, houses):
    game = Playing(name, board=changed(name, line))
    at = 39
    game.set(owner={at: 1, 37: 1}, built={at: 5})
    deed, other = game.state.edition.spaces[at], game.state.edition.spaces[37]
    prices = (deed.price or 0) + (other.price or 0)
    buildings = (deed.hotel_cost or 0) + houses * (deed.house_cost or 0)
    assert worth(game.state, 1) == game.state.cash[1] + prices + buildings


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


def test_polish_jail_option_pays_fee_and_rolls_again_sm_a_06():
    board = filled_board().replace("move_that_roll", "roll_again")
    game = Playing("celebration", board=board).set(jail={0: 2}, place={0: 8})
    assert game.dice(2).place[0] == 8
    state = game.dice(4)
    assert (state.cash[0], state.place[0]) == (25, 12)


def test_wrong_board_option_is_refused_with_its_line():
    with pytest.raises(
        BadInput, match=r"line 6: 'third_bonus' is .*: it must be jail or move_then_jail"
    ):
        Playing("hideout", board=changed("hideout", 'third_bonus = "fly"'))
