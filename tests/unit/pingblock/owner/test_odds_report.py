"""The odds as people read them."""

from fractions import Fraction

import pytest

from pingblock.errors import BadInput
from pingblock.owner import odds_report


def test_rulebook_odds_are_exact():
    manual = odds_report.named("manual")
    assert odds_report.chances(manual) == [Fraction(1, 18)] * 6 + [
        Fraction(1, 3),
        Fraction(1, 6),
        Fraction(1, 6),
    ]
    assert odds_report.mean_coins(manual) == Fraction(-13, 6)


@pytest.mark.parametrize("profile", ["manual", "junior"])
def test_chances_of_every_profile_sum_up_to_one(profile):
    assert sum(odds_report.chances(odds_report.named(profile))) == 1


def test_table_shows_fractions_and_percent():
    table = odds_report.table(odds_report.named("manual"))
    assert "1 coin        1/18    5.56%" in table
    assert "laugh          1/3   33.33%" in table
    assert table.endswith("-13/6 = -2.17 coins.")


def test_custom_odds_need_weights_that_can_be_used():
    assert odds_report.named("custom", [0, 1, 0, 0]).weights[6] == 6
    for weights in (None, [0, 0, 0, 0], [1]):
        with pytest.raises(BadInput, match="custom: "):
            odds_report.named("custom", weights)
    with pytest.raises(BadInput):
        odds_report.named("cheat")


FAIR = (100, 100, 100, 100, 100, 100, 600, 300, 300)


def test_fair_counts_fit():
    trial = odds_report.trial(odds_report.named("manual"), FAIR)
    assert trial.fits
    assert trial.verdict.startswith("This fits the odds")
    assert trial.as_dict()["draws"] == sum(FAIR)


def test_loaded_counts_do_not_fit():
    trial = odds_report.trial(odds_report.named("manual"), (*FAIR[:6], 500, 400, 300))
    assert not trial.fits
    assert "does not fit" in trial.verdict
    assert "1800 draws" in trial.table()


def test_unusual_counts_are_called_so():
    trial = odds_report.trial(odds_report.named("manual"), (70, 130, 120, 80, *FAIR[4:]))
    assert odds_report.UNFAIR_P <= trial.result.p < odds_report.DOUBTFUL_P
    assert "unusual but possible" in trial.verdict
    assert trial.fits


def test_impossible_outcome_is_told_also_as_json():
    trial = odds_report.trial(odds_report.named("junior"), (33, 33, 33, 1, 0, 0, 0, 0, 0))
    assert not trial.fits
    assert trial.as_dict()["chi_square"] is None


def test_certain_odds_cannot_be_tested():
    trial = odds_report.trial(odds_report.named("custom", [0, 1, 0, 0]), (0,) * 6 + (9, 0, 0))
    assert trial.fits
    assert "nothing to test" in trial.verdict
