"""House rules by their ids, options and board file, booklets, and the shortage of buildings."""

from dataclasses import fields

import pytest
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.errors import BadInput
from pingblock.tables.games import game_of, options_of
from pingblock.tables.property.board import PropertyRules
from pingblock.tables.property.board_file import SHIPPED, load_shipped
from pingblock.tables.property.house_rules import BOOKLETS, HOUSE_RULES
from pingblock.tables.property.state import FREE
from pingblock.tables.property.tasks import Shortage
from pingblock.tables.rule_texts import rule_text, rules_of

TAX, PARKING = 4, 20


def wasteland(players: int = 3, **house: object) -> Playing:
    return Playing("wasteland", players, **house)


@pytest.mark.parametrize("name", SHIPPED)
def test_each_house_rule_is_off_by_default_and_described(name):
    rules, options = load_shipped(name).rules, game_of(name).options
    numbers = {each.rule for each in rules_of(name)}
    usual = {each.name: each.default for each in fields(PropertyRules)}
    for key, house in HOUSE_RULES.items():
        assert getattr(rules, key) == usual[key]
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


def test_clock_ends_the_game_hr_08():
    playing = wasteland(2)
    step = playing.game.amends["time_up"]
    state, events = step.apply(playing.state, None)
    assert (state.result.winners, events[0].kind) == ((0, 1), "time_over")


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
