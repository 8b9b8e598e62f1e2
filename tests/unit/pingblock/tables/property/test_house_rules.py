"""House rules by their ids, options and board file, and booklets."""

from dataclasses import fields

import pytest
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.errors import BadInput
from pingblock.tables.games import game_of, options_of
from pingblock.tables.property.board import PropertyRules
from pingblock.tables.property.board_file import SHIPPED, load_shipped
from pingblock.tables.property.house_rules import BOOKLETS, HOUSE_RULES
from pingblock.tables.property.state import FREE
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


def test_clock_ends_the_game_hr_08():
    playing = wasteland(2)
    step = playing.game.amends["time_up"]
    state, events = step.apply(playing.state, None)
    assert (state.result.winners, events[0].kind) == ((0, 1), "time_over")


def test_booklet_changes_its_listed_rules_sm_a_10():
    """A Portuguese heir lifts mortgages immediately. A Polish prisoner rolls again."""
    for booklet, changes in BOOKLETS.items():
        rules = Playing("celebration", booklet=booklet).state.edition.rules
        usual = Playing("celebration").state.edition.rules
        assert [getattr(rules, name) for name in changes] == list(changes.values())
        assert (rules == usual) == (not changes)


def test_game_without_house_rules_starts_without_pot_or_laps():
    game = wasteland()
    assert (game.state.pot, game.state.laps, set(game.state.jail)) == (0, (0, 0, 0), {FREE})
