"""The check of tunes reports every mistake with its place, its reason, and what to do."""

import pytest

from pingblock.sounds import tables, tunes

GOOD = {"wave": "sine", "attack_ms": 2, "decay_ms": 50, "sustain_pct": 20, "release_ms": 5}
ROW = (0, "good", "A4", 100, 50)


def problems_of(tune=None, instruments=None):
    """Returns the problems of one tune, "mine", which is added to the needed ones."""
    all_tunes = {name: {"rows": (ROW,)} for name in tunes.needed()}
    if tune is not None:
        all_tunes["mine"] = tune
    return tunes.problems(all_tunes, {"good": GOOD, **(instruments or {})})


def problem_of_row(row):
    (problem,) = problems_of({"rows": (ROW, row)})
    assert problem.startswith("tune 'mine', row 2: ")
    return problem.removeprefix("tune 'mine', row 2: ")


def test_good_tunes_have_no_problems():
    assert problems_of({"rows": (ROW, (200, "good", 440, 100, 50, "B5"))}) == []


def test_missing_tune_is_named():
    (problem,) = tunes.problems(
        {name: {"rows": (ROW,)} for name in tunes.needed() if name != "fanfare"},
        {"good": GOOD},
    )
    assert problem == "tune 'fanfare' is missing: the firmware plays it"


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ((-1, "good", "A4", 100, 50), "at_ms is -1: it must be an integer from 0 to 60000"),
        ((0.5, "good", "A4", 100, 50), "at_ms is 0.5"),
        ((0, "lute", "A4", 100, 50), "there is no instrument 'lute': choose from good"),
        ((0, "good", "H4", 100, 50), "there is no note 'H4': write a name such as 'C#5'"),
        ((0, "good", "Bb4", 100, 50), "there is no note 'Bb4'"),
        ((0, "good", "C", 100, 50), "there is no note 'C'"),
        ((0, "good", "", 100, 50), "there is no note ''"),
        ((0, "good", None, 100, 50), "there is no note None"),
        ((0, "good", 12_000, 100, 50), "note 12000 is not between 1 and 11000 hertz"),
        ((0, "good", "A4", 5, 50), "lasts_ms is 5: it must be an integer from 6 to 60000"),
        ((0, "good", "A4", True, 50), "lasts_ms is true"),
        ((0, "good", "A4", 100, 0), "loudness_pct is 0: it must be an integer from 1 to 100"),
        ((0, "good", "A4", 100, 101), "loudness_pct is 101"),
        ((0, "good", "A4", 100, 50, "X1"), "there is no note 'X1'"),
        ((0, "good", "A4", 100), "a row has 5 or 6 columns: at_ms, instrument"),
    ],
)
def test_bad_row_is_reported_with_its_column(row, words):
    assert problem_of_row(row).startswith(words)


def test_all_mistakes_of_a_row_are_reported_at_once():
    assert len(problems_of({"rows": ((-1, "lute", "H4", 0, 0, "H5"),)})) == 6


@pytest.mark.parametrize(
    ("tune", "words"),
    [
        ({"rows": ()}, "it needs a row"),
        ({"rows": ((0, "good"),)}, "row 1: a row has 5 or 6 columns"),
        ({"rows": (ROW,), "repeat_every_ms": "350"}, 'repeat_every_ms is "350": it must be'),
    ],
)
def test_bad_tune_is_reported_with_reason(tune, words):
    assert words in problems_of(tune)[0]
    assert problems_of(tune)[0].startswith("tune 'mine'")


@pytest.mark.parametrize(
    ("tune", "begins"),
    [
        ({"rows": ((0, "good", "A4", 100, 10),) * 5}, ": more than 4 notes sound at once"),
        ({"rows": (ROW,), "repeat_every_ms": 90}, " sounds for 1"),
    ],
)
def test_too_many_notes_and_early_repeat_are_reported(tune, begins):
    (problem,) = problems_of(tune)
    assert problem.startswith(f"tune 'mine'{begins}")
    assert "repeat_every_ms" not in tune or "repeats every 90 ms" in problem


def test_notes_too_loud_together_are_reported():
    loud = tuple((0, "good", 300, 100, 60) for _ in range(2))
    (problem,) = problems_of({"rows": loud})
    assert problem == "tune 'mine' is too loud where its notes meet: lower their loudness_pct"
    assert problems_of({"rows": ((0, "good", 300, 100, 100),)}) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"wave": "saw"}, "its 'wave' must be one of pulse, triangle, noise, sine, formant"),
        ({}, "its 'wave' must be one of"),
        ({"wave": "pulse", "duty_pct": 100}, "duty_pct is 100: it must be an integer from 1 to"),
        ({"wave": "sine", "attack_ms": -1}, "attack_ms is -1"),
        ({"wave": "sine", "sustain_pct": 50.5}, "sustain_pct is 50.5"),
        ({"wave": "sine", "atack_ms": 3}, "there is no word 'atack_ms': use duty_pct, attack_ms"),
        ({"wave": "sine", "curve": "wavy"}, 'curve is "wavy": it must be exponential or straight'),
        ({"wave": "formant"}, "name the frequency of its formant: 'formant_hz', such as 700"),
    ],
)
def test_bad_instrument_is_reported_with_reason(words, said):
    (problem,) = problems_of(instruments={"bad": words})
    assert problem.startswith(f"instrument 'bad': {said}")


def test_command_reports_that_all_tunes_are_fine(capsys):
    assert tunes.main() == 0
    assert capsys.readouterr().out == f"{len(tables.tunes())} tunes are fine.\n"


def test_command_reports_mistakes_and_fails(monkeypatch, capsys):
    short = dict.fromkeys(tunes.needed(), tables.tunes()["ping"])
    wrong = {**short, "ping": {"rows": ((0, "bell", "H6", 100, 50),)}}
    monkeypatch.setattr(tables, "tunes", lambda: wrong)
    assert tunes.main() == 2
    assert "tune 'ping', row 1: there is no note 'H6'" in capsys.readouterr().err
