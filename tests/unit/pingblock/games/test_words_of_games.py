"""Words for what the storm dice and the fortune deck report."""

import pytest

from pingblock.games import storm_dice
from pingblock.games.words import WORDS
from pingblock.play import story
from pingblock.tables.fortune.cards import CARDS as TABLE
from pingware.games.fortune.options import CARDS
from pingware.games.storm_dice.rules import ACTIONS


def event(kind, **fields):
    return {"at_ms": 0.0, "kind": kind, **fields}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"outcome": "roll", "dice": [3], "action": "heal"},
            "⚂ Heal. Move 3; take 2 from the bank.",
        ),
        (
            {"outcome": "jail_try", "dice": [6], "action": "none", "try": 1, "result": "free"},
            "⚅ Out of jail. Roll both dice and play.",
        ),
        (
            {"outcome": "jail_try", "dice": [2], "action": "none", "result": "free_next_turn"},
            "⚁ Second try. The turn ends; the next one is free.",
        ),
        (
            {"outcome": "storm", "space": 17, "left": 3},
            "Storm: space 17. Counted from the start, which is 1. Put a storm card there.",
        ),
        (
            {"outcome": "storm", "space": 0, "left": 0},
            "Storm. Turn over the top storm card, if there is one.",
        ),
        ({"outcome": "card", "card": "sea3"}, "Sea Battle, 3 swords. End with 3 swords or lose."),
        (
            {"outcome": "skull", "skulls": 1, "state": "rolling", "penalty": 0},
            "1 skull. Roll on, or stop and score.",
        ),
        (
            {"outcome": "skull", "skulls": 5, "state": "island", "penalty": 500},
            "Island: 5 skulls. Each opponent loses 500.",
        ),
        ({"outcome": "roll", "dice": [3, 5], "bonus": False}, "⚂ ⚄ 3 + 5 = 8. Move 8."),
    ],
)
def test_outcomes_say_what_to_do(fields, words):
    assert story.sentence(event("outcome", **fields)) == words


def test_every_card_has_the_tables_words():
    for card in CARDS:
        assert WORDS["card"]({"card": card}) == (TABLE[card].title, TABLE[card].say)


def test_every_action_has_words():
    assert set(storm_dice.ACTIONS) == set(ACTIONS)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"act": "undo", "skulls": 2, "state": "rolling"},
            "Taken back: 2 skulls. Roll on, or stop and score.",
        ),
        ({"act": "next", "skulls": 1, "state": "over"}, "The next player draws."),
        ({"act": "finish", "skulls": 0, "state": "over"}, "Across the finish line!"),
    ],
)
def test_what_is_done_without_a_press_is_said(fields, words):
    assert story.sentence(event("skulls", **fields)) == words
