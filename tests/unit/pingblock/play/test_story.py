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


DEMO = {"verdict": "good", "open_mv": 4500, "loaded_mv": 4310, "milliohm": 9000}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (event("outcome", outcome="coins", coins=1), "1 coin. Take 1 coin from the bank."),
        (event("outcome", outcome="coins", coins=6), "6 coins. Take 6 coins from the bank."),
        (event("outcome", outcome="power_up"), "Power-up. Roll the die and move again."),
        (event("outcome", outcome="laugh"), "Villain's laugh. Pay the bank 5 coins."),
        (event("outcome", outcome="game_over"), "Game-over tune. Pay the bank 10 coins."),
        (event("replay", outcome="coins", coins=2), "Again: 2 coins."),
        (
            event("battery", **DEMO, demo_cell=True),
            "Batteries good, but like a demo battery (4.50 V open, 4.31 V loaded, 9.0 ohm)",
        ),
        (
            event("battery", verdict="good", fault="battery_on_usb"),
            "Batteries not tested: USB powers the block.",
        ),
        (event("reply", ok={}), ""),
        (event("reply", error={"say": "No."}), "Refused: No."),
        (event("reset", cause="power_on"), "Starts (power on)."),
        (event("fault", code="x", say="The button sticks."), "Fault: The button sticks."),
        (event("press", button="check"), "It took the check button."),
        (event("press", button="block"), "It took the press."),
        (event("text", text="Traceback"), "Traceback"),
        (event("brown_out"), "The batteries are too weak: the block went off."),
        (event("run", state="armed"), "The lever is armed: let it go."),
        (event("run", state="started", length_ms=20_000), "The worms bob for 20 s."),
        (event("run", state="started"), "The worms bob: a surprise."),
        (event("run", state="ended", length_ms=20_000), "Time is up."),
        (event("run", state="stopped"), "The run was stopped."),
        (event("run", state="won", player=2), "Won: player 2."),
        (event("run", state="won", player=2, name="Ada"), "Won: Ada."),
        (event("run", state="won"), "Won: somebody."),
        (event("turn", player=3), "It is the turn of player 3."),
        (event("score", player=1, count=2, of=5), "Player 1 has 2 of 5."),
        (
            event("hand", player=1, name="Ada", cards=[2, 0, 1, 2]),
            "Ada needs 2 green, 1 red, 2 yellow.",
        ),
        (event("tea_time"), "tea_time."),
    ],
)
def test_events_have_sentences(told, words):
    assert story.sentence(told) == words


def test_every_verdict_and_every_state_of_a_run_has_words():
    assert set(story.VERDICTS) == set(battery.VERDICTS)
    run = states_of_worms
    assert set(story.RUNS) == {run.ARMED, run.STARTED, run.ENDED, run.STOPPED, run.WON}


def test_an_outcome_that_is_new_to_the_screen_is_named_at_least():
    assert story.title(event("outcome", outcome="surprise")) == "surprise"
    assert story.meaning(event("outcome", outcome="surprise")) == ""
