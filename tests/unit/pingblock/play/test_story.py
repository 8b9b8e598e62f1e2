from __future__ import annotations

import pytest

from pingblock.play import story
from pingware.games.block import rules as odds
from pingware.games.worms import states as states_of_worms
from pingware.shared import battery


def event(kind, **fields):
    return {"at_ms": 0.0, "kind": kind, **fields}


def test_every_outcome_of_the_game_has_a_name_and_a_meaning():
    kinds = {outcome.kind for outcome in odds.OUTCOMES}
    assert {"coins", *story.MEANINGS} == kinds
    for kind in kinds:
        told = event("outcome", outcome=kind, coins=2)
        assert story.title(told)
        assert story.meaning(told).endswith(".")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"outcome": "coins", "coins": 1}, "1 coin. Take 1 coin from the bank."),
        ({"outcome": "coins", "coins": 6}, "6 coins. Take 6 coins from the bank."),
        ({"outcome": "power_up"}, "Power-up. Roll the die and move again."),
        ({"outcome": "laugh"}, "Villain's laugh. Pay the bank 5 coins."),
        ({"outcome": "game_over"}, "Game-over tune. Pay the bank 10 coins."),
    ],
)
def test_outcomes_say_what_to_do(fields, words):
    assert story.sentence(event("outcome", **fields)) == words


def test_every_verdict_of_the_firmware_has_words():
    assert set(story.VERDICTS) == set(battery.VERDICTS)


def test_a_check_tells_figures_and_the_suspicion_of_a_demo_cell():
    found = event(
        "battery", verdict="good", open_mv=4500, loaded_mv=4310, milliohm=9000, demo_cell=True
    )
    assert story.sentence(found) == (
        "Batteries good, but like a demo battery (4.50 V open, 4.31 V loaded, 9.0 ohm)"
    )


def test_a_check_on_usb_says_why_there_are_no_figures():
    found = event("battery", verdict="good", fault="battery_on_usb")
    assert story.sentence(found) == "Batteries not tested: USB powers the block."


def test_refusals_are_told_and_confirmations_are_not():
    assert story.sentence(event("reply", ok={})) == ""
    assert story.sentence(event("reply", error={"say": "No."})) == "Refused: No."


def test_what_is_new_to_the_screen_is_named_at_least():
    assert story.sentence(event("tea_time")) == "tea_time."
    assert story.title(event("outcome", outcome="surprise")) == "surprise"
    assert story.meaning(event("outcome", outcome="surprise")) == ""


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (event("reset", cause="power_on"), "Starts (power on)."),
        (event("fault", code="x", say="The button sticks."), "Fault: The button sticks."),
        (event("press", button="check"), "It took the check button."),
        (event("press", button="block"), "It took the press."),
        (event("text", text="Traceback"), "Traceback"),
        (event("brown_out"), "The batteries are too weak: the block went off."),
        (event("replay", outcome="coins", coins=2), "Again: 2 coins."),
    ],
)
def test_events_have_sentences(told, words):
    assert story.sentence(told) == words


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"state": "armed"}, "The lever is armed: let it go."),
        ({"state": "started", "length_ms": 20_000}, "The worms bob for 20 s."),
        ({"state": "started"}, "The worms bob: a surprise."),
        ({"state": "ended", "length_ms": 20_000}, "Time is up."),
        ({"state": "stopped"}, "The run was stopped."),
        ({"state": "won", "player": 2}, "Won: player 2."),
        ({"state": "won", "player": 2, "name": "Ada"}, "Won: Ada."),
        ({"state": "won"}, "Won: somebody."),
    ],
)
def test_a_run_of_the_worms_is_told(fields, words):
    assert story.sentence(event("run", **fields)) == words


def test_every_state_of_a_run_has_words():
    run = states_of_worms
    states = {run.ARMED, run.STARTED, run.ENDED, run.STOPPED, run.WON}
    assert set(story.RUNS) == states


def test_turns_scores_and_hands_are_told():
    assert story.sentence(event("turn", player=3)) == "It is the turn of player 3."
    assert story.sentence(event("score", player=1, count=2, of=5)) == "Player 1 has 2 of 5."
    hand = event("hand", player=1, name="Ada", cards=[2, 0, 1, 2])
    assert story.sentence(hand) == "Ada needs 2 green, 1 red, 2 yellow."
