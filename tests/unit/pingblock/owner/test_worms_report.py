"""The worms are told in words: the run, whose turn it is, and the score."""

import pytest

from pingblock.owner.worms_report import text

SETTINGS = {"run_s": [20, 20], "names": []}
GAME = {"state": "ready", "runs": 4, "player": 2, "scores": [3, 0], "winner": None}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"state": "ready", "runs": 3}, "The worms rest. Runs since power-on: 3."),
        ({"state": "armed", "runs": 3}, "The lever is pulled: let it go to start a run."),
        ({"state": "started", "elapsed_ms": 3240}, "A run is on: 3 s of 20 s."),
        (
            {"state": "started", "elapsed_ms": 0, "surprise": True},
            "A run is on: 0 s of a length that is a surprise.",
        ),
    ],
)
def test_run_is_told_in_one_line(found, said):
    assert text({**found, "settings": SETTINGS}) == said


@pytest.mark.parametrize(
    ("names", "winner", "said"),
    [
        ([], None, "Player 2 is up. Matches: Player 1 3, Player 2 0."),
        (["Ann", ""], None, "Player 2 is up. Matches: Ann 3, Player 2 0."),
        (["Ann", "Bo"], 1, "Ann has won. Matches: Ann 3, Bo 0."),
    ],
)
def test_turn_and_score_are_told_by_name(names, winner, said):
    settings = {**SETTINGS, "names": names}
    told = text({**GAME, "winner": winner, "settings": settings}).splitlines()
    assert told == ["The worms rest. Runs since power-on: 4.", said]
