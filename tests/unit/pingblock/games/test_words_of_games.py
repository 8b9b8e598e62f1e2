"""Words for the events of the storm dice and the fortune deck."""

import pytest

from pingblock.games.words import told, words_of_games
from pingblock.tables.fortune.cards import CARDS as TABLE
from pingware.games.fortune.options import CARDS
from pingware.games.storm_dice.rules import ACTIONS

ROLL = {"outcome": "roll"}
JAIL = {"outcome": "jail_try", "action": "none"}
SKULL = {"outcome": "skull"}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({**ROLL, "dice": [3], "action": "heal"}, "⚂ and Heal. Move 3; take 2 from the bank."),
        (
            {**JAIL, "dice": [6], "try": 1, "result": "free"},
            "⚅: out of jail. Roll both dice and play.",
        ),
        (
            {**JAIL, "dice": [2], "result": "free_next_turn"},
            "⚁: second try. The turn ends. In the next turn you are free.",
        ),
        (
            {"outcome": "storm", "space": 17, "left": 3},
            "Storm: space 17. Count the spaces from the start, which is 1. Put a storm card "
            "there.",
        ),
        (
            {"outcome": "storm", "space": 0, "left": 0},
            "Storm. Turn over the top storm card, if there is one.",
        ),
        ({"outcome": "card", "card": "sea3"}, "Sea Battle, 3 swords. End with 3 swords or lose."),
        (
            {**SKULL, "skulls": 1, "state": "rolling", "penalty": 0},
            "1 skull. Roll again, or stop and score.",
        ),
        (
            {**SKULL, "skulls": 5, "state": "island", "penalty": 500},
            "Island: 5 skulls. Each opponent loses 500.",
        ),
        ({**ROLL, "dice": [3, 5], "bonus": False}, "⚂ ⚄ 3 + 5 = 8. Move 8."),
        ({**ROLL, "dice": [2, 2], "bonus": True}, "⚁ ⚁ 2 + 2 = 4. Move 4, then roll again."),
        (
            {**ROLL, "dice": [2, 2], "bonus": False, "jail": True},
            "⚁ ⚁ 2 + 2 = 4. The third in a row: go to jail, without a move.",
        ),
    ],
)
def test_words_say_what_to_do_after_an_outcome(fields, words):
    assert ". ".join(told(fields)) == words


def test_cards_have_words_of_the_table_and_actions_have_names():
    for card in CARDS:
        assert told({"outcome": "card", "card": card}) == (TABLE[card].title, TABLE[card].say)
    assert set(words_of_games()["storm_dice"]["names"]["action"]) == set(ACTIONS)
