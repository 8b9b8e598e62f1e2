"""House rules by their ids, options and board file, booklets, and the shortage of buildings."""

import pytest
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.errors import BadInput
from pingblock.tables.games import game_of, options_of
from pingblock.tables.property.board_file import SHIPPED, load_shipped
from pingblock.tables.property.house_rules import BOOKLETS, HOUSE_RULES
from pingblock.tables.property.state import FREE
from pingblock.tables.property.tasks import Auction, Debt, Shortage
from pingblock.tables.rule_texts import rule_text, rules_of

TAX, PARKING = 4, 20


def wasteland(players: int = 3, **house: object) -> Playing:
    return Playing("wasteland", players, **house)


@pytest.mark.parametrize("name", SHIPPED)
def test_each_house_rule_is_off_by_default_and_described(name):
    rules, options = load_shipped(name).rules, game_of(name).options
    numbers = {each.rule for each in rules_of(name)}
    for key, house in HOUSE_RULES.items():
        assert getattr(rules, key) == house.usual
        assert options[key].default == "board"
        assert options[key].help == house.say
        [number] = [word.strip("().") for word in house.say.split() if "HR-" in word]
        assert number in numbers
        assert rule_text(number).say.endswith(".")
    assert ("booklet" in options) == (name == "celebration")


def test_board_file_sets_house_rules_unless_option_overrides():
    head = 'format = 1\nname = "own"\nspec = "FO"\nextends = "wasteland"\n[rules]\n'
    board = head + "double_ones = 500\nparking_pot = true\n"
    for given, expected in (
        ({}, (500, True)),
        ({"double_ones": 0, "parking_pot": "off"}, (0, False)),
    ):
        rules = wasteland(board=board, **given).state.edition.rules
        assert (rules.double_ones, rules.parking_pot) == expected
    with pytest.raises(BadInput, match=r"line 6: 'double_ones' is .*: it must be"):
        wasteland(board=head + "double_ones = true\n")
    with pytest.raises(
        BadInput, match=r"double_ones is .*: it must be board, or a whole number from 0"
    ):
        options_of(game_of("wasteland"), ["double_ones=many"])
    assert options_of(game_of("wasteland"), ["double_ones=300"])["double_ones"] == 300


def test_set_up_options_change_amounts_of_board():
    game = wasteland(start_money=900, go_pay=300, jail_fee=20)
    assert game.state.cash == (900, 900, 900)
    game.set(place={0: 38}).dice(1, 2)
    assert game.state.cash[0] == 1200
    game.set(turn=0, todo=(), claims=(), moving=False, jail={0: 0}).do("pay_fee", 0)
    assert game.state.cash[0] == 1180
    assert wasteland(jail_fee=0).state.edition.rules.jail_fee == 0


def test_pot_takes_taxes_and_pays_player_landing_on_parking_hr_01():
    game = wasteland(parking_pot="on")
    game.dice(1, 3)
    assert (game.state.pot, game.state.cash[0]) == (200, 1300)
    game.set(place={1: PARKING - 3}).dice(1, 2)
    assert (game.state.pot, game.state.cash[1]) == (0, 1700)
    assert game.said[-2] == "Ben takes the pot on the parking: 200."
    game = wasteland()
    game.dice(1, 3)
    assert game.state.pot == 0


def test_debt_to_pot_is_paid_there_or_bankrupts_to_bank_hr_01():
    game = wasteland(parking_pot="on").set(cash={0: 150})
    game.own(0, "Brown 1", "Orange 1")
    game.dice(1, 3)
    assert game.said[-1] == "Ada owes the pot 200."
    game.do("mortgage", 0, space=16)
    assert (game.state.pot, game.state.cash[0]) == (200, 40)
    game = wasteland(parking_pot="on").set(cash={0: 150})
    game.dice(1, 3)
    game.do("bankrupt", 0)
    assert (game.state.pot, game.state.alive) == (0, (1, 2))


@pytest.mark.parametrize(("value", "pay"), [("on", 400), ("off", 200), ("board", 200)])
def test_landing_on_start_pays_double_hr_02(value, pay):
    game = wasteland(go_double=value).set(place={0: 37, 1: 38})
    assert game.dice(1, 2).cash[0] == 1500 + pay
    assert game.dice(1, 2).cash[1] == 1700  # passed, but not reached


def test_owner_in_jail_receives_no_rent_hr_03():
    for value, claims in (("off", 0), ("on", 1)):
        game = wasteland(jail_rent=value)
        game.own(1, "Brown 1")
        game.set(jail={1: 0}, place={1: 10, 0: 38})
        game.dice(1, 2)
        assert len(game.state.claims) == claims


def test_deeds_are_sold_after_the_first_lap_hr_04():
    game = wasteland(2, lap_first="on")
    game.dice(1, 2)
    assert (game.state.todo, game.state.turn) == ((), 1)
    assert "only after passing the start once" in game.said[-2]
    game.set(place={1: 39}).dice(1, 3)
    assert game.state.laps == (0, 1)
    game.do("buy", 1)
    assert game.state.owner[3] == 1


def test_double_ones_pay_their_amount_hr_05():
    game = wasteland(double_ones=500)
    assert game.dice(1, 1).cash[0] == 2000
    assert wasteland().dice(1, 1).cash[0] == 1500


def test_declined_deed_stays_with_the_bank_hr_06():
    game = wasteland(auctions="off")
    game.dice(1, 2)
    game.do("decline", 0)
    assert (game.state.todo, game.state.turn, game.state.owner[3]) == ((), 1, -1)
    game.own(1, "Orange 1")
    game.set(cash={1: 0}, todo=(Debt(1, -1, 900),))
    game.do("bankrupt", 1)
    assert not any(isinstance(task, Auction) for task in game.state.todo)
    assert game.state.owner[16] == -1


def test_rent_is_due_at_once_hr_07():
    game = wasteland(ask_rent="off")
    game.own(1, "Brown 2")
    state = game.dice(1, 2)
    assert (state.cash[:2], state.claims, state.turn) == ((1496, 1504), (), 1)
    game = wasteland(ask_rent="off")
    game.own(1, "Radio 1")
    game.set(place={0: 9})
    game.dice(1, 2)
    assert game.game.to_act(game.state) == ()
    assert game.dice(2, 3).cash[:2] == (1480, 1520)


def test_laps_or_clock_end_the_game_hr_08():
    game = wasteland(2, laps=1).set(place={0: 39})
    game.dice(1, 3)
    game.do("buy", 0)
    assert (game.state.result.rule, game.state.result.winners) == ("HR-08", (0,))
    playing = wasteland(2)
    step = playing.game.amends["time_up"]
    state, events = step.apply(playing.state, None)
    assert (state.result.winners, events[0].kind) == ((0, 1), "time_over")


def test_deals_during_auction_cannot_spend_highest_bid_hr_09():
    game = wasteland(auction_deals="on")
    game.own(1, "Brown 1")
    game.dice(1, 2)
    game.do("decline", 0)
    game.do("bid", 0, amount=1000)
    assert game.refused("offer", 0, to=1, give_cash=600, take_deeds=(1,)).rule == "FO-28"
    game.do("offer", 0, to=1, give_cash=500, take_deeds=(1,))
    game.do("accept", 1)
    assert isinstance(game.state.todo[0], Auction)
    game.do("sold")
    assert (game.state.cash[0], game.state.owner[3]) == (0, 0)
    game = wasteland()
    game.own(1, "Brown 1")
    game.dice(1, 2)
    game.do("decline", 0)
    assert game.refused("offer", 0, to=1, give_cash=50, take_deeds=(1,))


def test_booklet_changes_its_listed_rules_sm_a_10():
    """A German buyer lifts at once, a Portuguese heir does. A Polish prisoner rolls again."""
    for booklet, changes in BOOKLETS.items():
        rules = Playing("celebration", booklet=booklet).state.edition.rules
        usual = Playing("celebration").state.edition.rules
        assert [getattr(rules, name) for name in changes] == list(changes.values())
        assert (rules == usual) == (not changes)
    game = Playing("celebration", 3, booklet="de")
    space, *_ = game.state.edition.deeds
    cost = game.state.edition.spaces[space].unmortgage
    game.set(owner={space: 1}, mortgaged={space: True})
    cash = game.state.cash
    game.do("offer", 0, to=1, give_cash=1, take_deeds=(space,))
    game.do("accept", 1)
    assert not game.state.mortgaged[space]
    assert game.state.cash[0] == cash[0] - 1 - cost


def a_market(name: str, houses: int) -> Playing:
    """Returns a game in which two players own a set each, and the Bank has ``houses``."""
    game = Playing(name, 3)
    game.own(0, "Orange 1", "Orange 2", "Orange 3")
    game.own(1, "Red 1", "Red 2", "Red 3")
    return game.set(houses=houses)


@pytest.mark.parametrize("houses", [1, 5, 14])
def test_building_opens_shortage_call_if_houses_may_run_out_fo_25(houses):
    """Ben could place 12 and pay 10, and Ada place and pay 12. So all 5 houses need a call."""
    game = a_market("wasteland", houses)
    game.do("build", 0, space=16)
    assert game.state.todo == (Shortage(0, 16, "house", (1,)),)
    game.do("pass", 1)
    assert (game.state.built[16], game.state.houses) == (1, houses - 1)
    if houses > 1:
        game.do("build", 0, space=18)
        game.do("want", 1)
        assert game.said == ["Shack is put up for auction."]
        game.do("bid", 1, amount=7)
        game.do("pass", 0)
        game.do("build", 1, space=21)
        assert (game.state.built[21], game.state.cash[1]) == (1, 1493)


def test_enough_houses_open_no_shortage_call_fo_25():
    for changes in ({"houses": 22}, {"houses": 32}, {"cash": {1: 0}, "houses": 5}):
        game = a_market("wasteland", 32).set(**changes)
        game.do("build", 0, space=16)
        assert game.state.todo == ()
    game = a_market("wasteland", 5).set(owner={21: -1})
    assert game.do("build", 0, space=16).todo == ()


def test_hideout_opens_shortage_call_only_for_last_houses_stx_08():
    game = a_market("hideout", 5)
    for space in (16, 18, 19):
        assert game.do("build", 0, space=space).todo == ()
    game.do("build", 0, space=16)
    assert isinstance(game.state.todo[0], Shortage)


def test_game_without_house_rules_starts_without_pot_or_laps():
    game = wasteland()
    assert (game.state.pot, game.state.laps, set(game.state.jail)) == (0, (0, 0, 0), {FREE})
