"""The report on the worms in words: the run, the next player, and the score."""

import pytest

from pingblock.care.owner.worms_report import text

GAME = {"state": "ready", "runs": 4, "player": 2, "scores": [3, 0], "winner": None}


RESTS = "The worms rest. Runs since power-on: 4."


@pytest.mark.parametrize(
    ("found", "names", "said"),
    [
        ({"state": "ready", "runs": 3}, [], ["The worms rest. Runs since power-on: 3."]),
        ({"state": "armed"}, [], ["The lever is pulled: let it go to start a run."]),
        ({"state": "started", "elapsed_ms": 3240}, [], ["The worms are moving: 3 s of 20 s."]),
        (
            {"state": "started", "elapsed_ms": 0, "surprise": True},
            [],
            ["The worms are moving: 0 s of a length that is a surprise."],
        ),
        (GAME, [], [RESTS, "Player 2 is up. Matches: Player 1 3, Player 2 0."]),
        (GAME, ["Ann", ""], [RESTS, "Player 2 is up. Matches: Ann 3, Player 2 0."]),
        (GAME | {"winner": 1}, ["Ann", "Bo"], [RESTS, "Ann has won. Matches: Ann 3, Bo 0."]),
    ],
)
def test_report_shows_wiggle_turn_and_score(found, names, said):
    settings = {"run_s": [20, 20], "names": names}
    assert text({**found, "settings": settings}).splitlines() == said
