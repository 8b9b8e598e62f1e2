"""The odds in words."""

from fractions import Fraction

import pytest

from pingblock.care.owner import odds_report
from pingblock.connection.answers import Odds
from pingblock.errors import BadInput
from pingware.games.block.rules import OUTCOMES


def test_rulebook_odds_are_exact():
    manual = odds_report.named("manual")
    sixth = Fraction(1, 6)
    assert odds_report.chances(manual)[:9] == [sixth / 3] * 6 + [2 * sixth, sixth, sixth]
    assert odds_report.mean_coins(manual) == Fraction(-13, 6)
    assert sum(odds_report.chances(odds_report.named("junior"))) == 1
    table = odds_report.table(manual)
    assert "1 coin        1/18    5.56%" in table
    assert "laugh          1/3   33.33%" in table
    assert table.endswith("-13/6 = -2.17 coins.")


def test_custom_odds_need_usable_weights():
    assert odds_report.named("custom", [0, 1, 0, 0]).weights[6] == 6
    for weights in (None, [0, 0, 0, 0], [1]):
        with pytest.raises(BadInput, match="custom: "):
            odds_report.named("custom", weights)
    with pytest.raises(BadInput):
        odds_report.named("cheat")


def test_device_with_other_outcomes_shows_its_weights():
    older, newer = Odds("manual", (1, 1, 2)), Odds("custom", (1,) * (len(OUTCOMES) + 1))
    assert odds_report.outcomes(older) == ["1 coin", "2 coins", "3 coins"]
    assert odds_report.mean_coins(older) == Fraction(9, 4)
    assert odds_report.as_dict(newer)["mean_coins"] is None
    assert f"outcome {len(newer.weights)} " in odds_report.table(newer)
    assert "On average" not in odds_report.table(newer)
    counts = odds_report.OddsTrial(newer, newer.weights).as_dict()["counts"]
    assert sum(counts.values()) == len(counts) == len(newer.weights)


LATER = (0,) * (len(OUTCOMES) - 9)  # outcomes that these odds exclude
FAIR = (100, 100, 100, 100, 100, 100, 600, 300, 300)
MANUAL, JUNIOR = odds_report.named("manual"), odds_report.named("junior")
CERTAIN = odds_report.named("custom", [0, 1, 0, 0])


@pytest.mark.parametrize(
    ("odds", "counts", "fits", "says"),
    [
        (MANUAL, FAIR, True, "This fits the odds"),
        (MANUAL, (*FAIR[:6], 500, 400, 300), False, "does not fit"),
        (MANUAL, (70, 130, 120, 80, *FAIR[4:]), True, "far off in about one of 952 such"),
        (JUNIOR, (33, 33, 33, 1, 0, 0, 0, 0, 0), False, "does not fit"),
        (CERTAIN, (0,) * 6 + (9, 0, 0), True, "nothing to test"),
    ],
    ids=["fair", "loaded", "unusual", "impossible", "certain"],
)
def test_counts_are_judged_by_the_odds(odds, counts, fits, says):
    trial = odds_report.OddsTrial(odds, (*counts, *LATER))
    assert (trial.fits, says in trial.verdict) == (fits, True)
    assert trial.as_dict()["draws"] == sum(counts)
    assert f"{sum(counts)} draws" in trial.table()
    third = f"laugh {counts[6]:>13}      600.0\n"
    assert (third in trial.table()) is (odds is MANUAL)
    assert (trial.as_dict()["chi_square"] is None) is (odds is JUNIOR)
