"""Turns: the first player, bonus rolls, when rent can be asked for, and how to leave jail."""

from dataclasses import replace

import pytest
from tests.unit.pingblock.tables.property.filled import filled_board
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.command import command
from pingblock.tables.property.tasks import CardDrawn


def test_polish_jail_option_pays_fee_and_rolls_again():
    """SM-A-06, by the switch of the board file."""
    board = filled_board().replace("move_that_roll", "roll_again")
    game = Playing("celebration", board=board).set(jail={0: 2}, place={0: 8})
    assert game.dice(2).place[0] == 8
    state = game.dice(4)
    assert (state.cash[0], state.place[0]) == (25, 12)


@pytest.mark.parametrize(
    ("args", "cash", "place"),
    [
        ({"effect": "nothing"}, (1500, 1500, 1500), 7),
        ({"effect": "receive", "amount": 50}, (1550, 1500, 1500), 7),
        ({"effect": "pay", "amount": 15}, (1485, 1500, 1500), 7),
        ({"effect": "collect", "amount": 10}, (1520, 1490, 1490), 7),
        ({"effect": "share", "amount": 50}, (1400, 1550, 1550), 7),
        ({"effect": "give", "amount": 40, "player": 2}, (1460, 1500, 1540), 7),
        ({"effect": "take", "amount": 40, "player": 1}, (1540, 1460, 1500), 7),
        ({"effect": "repairs", "house": 25, "hotel": 100}, (1325, 1500, 1500), 7),
        ({"effect": "go_to", "space": 20}, (1500, 1500, 1500), 20),
        ({"effect": "go_to", "space": 0}, (1700, 1500, 1500), 0),
        ({"effect": "go_to", "space": 7}, (1700, 1500, 1500), 7),
        ({"effect": "step", "steps": -3}, (1300, 1500, 1500), 4),
        ({"effect": "jail"}, (1500, 1500, 1500), 10),
    ],
)
def test_paper_card_applies_chosen_payment_or_move(args, cash, place):
    """SM-18, SM-A-16, ST-08, FO-17."""
    game = Playing("wasteland", 3)
    brown = game.own(0, "Brown 1", "Brown 2")
    game.set(built={brown[0]: 3, brown[1]: 5})
    game.dice(3, 4)
    game.do("card", 0, **args)
    receives = args["effect"] == "receive"
    assert ("Ada receives 50 from the Bank." in game.said) == receives
    if game.state.todo:  # another card on the space to which the last card led
        game.do("card", 0, effect="nothing")
    assert (game.state.cash, game.state.place[0], game.state.turn) == (cash, place, 1)


def test_only_accepted_deal_changes_owners_and_cash():
    game = Playing("wasteland")
    deal = {"to": 1, "give_deeds": game.own(0, "Brown 1"), "take_cash": 100}
    before = game.state
    game.do("offer", 0, **deal)
    assert replace(game.do("refuse", 1), spent=0, refused=()) == before
    assert game.said == ["Ben refuses the deal with Ada."]
    game.do("offer", 0, **deal)
    assert game.do("accept", 1).cash == (1600, 1400)
    assert game.said[0] == "Ben accepts the deal with Ada."


@pytest.mark.parametrize(
    ("do", "args"),
    [
        ("build", {"space": 1}),
        ("lift", {"space": 5}),
        ("offer", {"to": 1, "give_deeds": [12], "take_cash": 1}),
    ],
)
def test_repeatable_commands_are_limited_between_two_rolls(do, args):
    game = Playing("wasteland")
    game.own(0, "Brown 1", "Brown 2", "Station 1", "Radio 1")
    game.set(mortgaged={5: True}, spent=199)
    before = game.state
    game.do(do, 0, **args)
    game.state = replace(before, spent=game.state.spent)
    assert "since the last roll" in game.refused(do, 0, **args).in_words()
    game.set(place={0: 18})
    game.dice(1, 1)
    assert game.game.why_not(game.state, command(do, 0, **args)) is None


def test_turn_limit_ends_game_with_reason():
    game = Playing("celebration", turns=2)
    for seat in (0, 1):
        game.set(place={seat: 15})
        game.dice(1)
    result = game.state.result
    assert result.winners == (0, 1)
    assert "last turn" in result.reason
    assert game.state.turns == 2  # a study reports this


def test_second_jail_card_of_deck_and_zero_step_are_refused():
    playing = Playing("wasteland", 3).set(todo=(CardDrawn(0, "guide"),), held={1: ("guide",)})
    assert playing.refused("card", 0, effect="keep").rule == "FO-21"
    assert "keep" not in {step.arg("effect") for step in playing.game.legal(playing.state)}
    assert playing.refused("card", 0, effect="step", steps=0).rule == "FO-17"
    playing.set(held={1: ("special",)})
    playing.do("card", 0, effect="keep")
    assert playing.state.held[0] == ("guide",)


def test_end_of_game_names_what_was_counted():
    playing = Playing("celebration", 2).set(turns=2000, place={0: 1})
    playing.set(turns=playing.state.turns_most)
    playing.do("dice", dice=[4])
    if playing.state.todo:
        playing.do("decline", 0)
        playing.do("pass", 0)
        playing.do("pass", 1)
    assert "cash, deeds and buildings together." in playing.said[-1]
