"""Options that a game and a device share. Each is sent in the device's form."""

import pytest
from tests.unit.pingblock.tables.at_table import table_of

from pingblock.common.declared import SETTINGS
from pingblock.tables.games import device_settings, game_of
from pingblock.tables.property.board_file import SHIPPED, read_board, shipped_text
from pingblock.tables.property.device import dice_rules_of
from pingblock.tables.registry import TABLES
from pingblock.tables.storm.board_file import shipped_text as shipped_storm
from pingware.games.catalog import CATALOG
from pingware.shared import schema

# Settings of the press games that only the device uses. Tables have no such options.
OF_THE_DEVICE = {"rent_ticks", "clock_min"}
ONE_DIE_OR_TWO = ("one", "two")  # rules that ignore dice_press
# Options of our tables that devices do not need: points, the first player, the end.
OF_THE_TABLE = {
    *("roll_off", "cards", "turns", "turns_most", "finish", "sea_bonus", "nine_wins"),
    *("skull_alone", "storm_sets", "truce_on_island", "floor_at_0", "cover", "rest"),
    *("hand", "colours", "runs_most"),
    *("ask_rent", "auction_deals", "auctions", "booklet", "double_ones", "go_double", "jail_rent"),
    *("lap_first", "laps", "leaver_deeds", "parking_pot", "start_money", "go_pay", "jail_fee"),
    "jail_tries",  # sent before each try, with the player: next_roll
}


STORM = shipped_storm() + "\n"
CARDS = [3, 7, 9, 1, 2, 4, 5, 6, 10, 11, 12, 13, 14, 15, 17]


def storm_board(cards):
    head, _, spaces = STORM.partition("[[space]]")
    lines = [line for line in head.splitlines() if not line.startswith("storm_cards")]
    return "\n".join([*lines, f"storm_cards = {cards}", "", f"[[space]]{spaces}"])


# Table and option, a value of it, and the device's setting.
SENT = [
    ("storm", "faces", [1, 3, 2, 0], {"action_weights": [3, 2, 1, 0]}),
    ("storm", "board", storm_board(CARDS), {"storm_spaces": [at + 1 for at in CARDS]}),
    ("storm", "board", storm_board([3, 3, *CARDS[2:]]), {"storm_spaces": []}),  # two equal ones
    ("fortune", "deck", "pk35", {"fortune_deck": "pk35"}),
    ("fortune", "deck", {"gold": 2}, {"fortune_deck": {"gold": 2}}),
    ("fortune", "reshuffle", True, {"fortune_reshuffle": True}),
    ("worms", "mixed", True, {"mixed": True}),
    ("worms", "together", True, {"together": True}),
]


@pytest.mark.parametrize(("name", "option", "value", "sent"), SENT)
def test_option_becomes_device_setting(name, option, value, sent):
    assert device_settings(table_of(name, **{option: value})).items() >= sent.items()


def test_every_option_is_sent_or_used_only_by_referee():
    sent = {option for _, option, _, _ in SENT}
    for name in {*SHIPPED, *(table for table, _, _, _ in SENT)}:
        assert set(game_of(name).options) <= sent | OF_THE_TABLE, name


@pytest.mark.parametrize("name", [name for name, record in TABLES.items() if record.press_games])
def test_press_game_settings_are_sent_or_used_only_by_device(name):
    own = device_settings(table_of(name))
    left = set(CATALOG.game(TABLES[name].press_games[0]).settings) - set(own) - OF_THE_DEVICE
    if own.get("dice_rules") in ONE_DIE_OR_TWO:
        left -= {"dice_press"}
    # the shipped board has no storm spaces
    assert left == ({"storm_spaces"} if name == "storm" else set())
    for setting, value in own.items():
        assert schema.is_right(SETTINGS[setting].rule, value), setting


def test_paper_deck_keeps_deck_setting_of_device():
    assert "fortune_deck" not in device_settings(table_of("fortune", deck="paper"))


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_boards_are_judged_by_their_own_rules(name):
    assert device_settings(table_of(name))["dice_rules"] == name


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('bonus_roll = "doubles"', 'bonus_roll = "doubles_or_eleven"', "hideout"),
        ('bonus_roll = "doubles"', 'bonus_roll = "none"', "two"),
        ("jail_tries = 3", "jail_tries = 1", "wasteland_speed"),
    ],
)
def test_own_board_is_judged_by_its_options(old, new, wanted):
    text = shipped_text("wasteland")
    assert text.count(old) == 1
    board = read_board(text.replace(old, new), "board")
    assert dice_rules_of(board.rules) == wanted
