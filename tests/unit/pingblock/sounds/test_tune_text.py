"""``.tune`` files: read as written, and every mistake reported with its line and column."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pingblock.errors import BadInput
from pingblock.sounds import tables
from pingblock.sounds.tune_text import ROWS_MOST, built_in, read_tune, write_tune
from pingware.shared.light_show import EVERY_MS

BELL = {"wave": "sine", "attack_ms": 2, "decay_ms": 250, "sustain_pct": 0, "release_ms": 20}


def problems_of(text):
    with pytest.raises(BadInput) as wrong:
        read_tune(text)
    return str(wrong.value).splitlines()


def test_tune_lines_become_notes_with_built_in_or_custom_instruments():
    score = read_tune(
        "# a comment\n\n"
        "instrument reed wave=pulse duty_pct=20 curve=straight\n"
        "repeat_every_ms 350\n"
        "0 bell C#5 100 50   # rings\n"
        "\t20   reed 440 30 20 B4\r\n"
    )
    assert score.rows == ((0, "bell", "C#5", 100, 50), (20, "reed", 440, 30, 20, "B4"))
    reed = {"wave": "pulse", "duty_pct": 20, "curve": "straight"}
    assert score.instruments == {"bell": BELL, "reed": reed}
    assert score.repeat_every_ms == 350
    assert score.places == ("line 5", "line 6")


def test_custom_instrument_replaces_built_in_one_of_same_name():
    score = read_tune("instrument bell wave=noise\n0 bell 3000 30 20\n")
    assert score.instruments == {"bell": {"wave": "noise"}}


@pytest.mark.parametrize("name", sorted(tables.tunes()))
def test_built_in_tunes_survive_being_written_and_read(name):
    assert read_tune(write_tune(built_in(name))) == built_in(name)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hello", "line 1, column 1: a line begins with a time in milliseconds"),
        ("\n  x" + "y" * 99, "line 2, column 3: a line begins with"),
        ("0 lute C5 100 50", "line 1, column 3: there is no instrument 'lute': choose from"),
        ("0 bell H5 100 50", "line 1, column 8: there is no note 'H5'"),
        ("0 bell C5 100 50 X1", "line 1, column 18: there is no note 'X1'"),
        ("0 bell 99999 100 50", "line 1, column 8: note 99999 is not between 1 and 11000 hertz"),
        ("0 bell C5 1 50", "line 1, column 11: lasts_ms is 1: it must be an integer from 6"),
        ("0 bell C5 1.5 50", 'line 1, column 11: lasts_ms is "1.5"'),
        ("0 bell C5 100 101", "line 1, column 15: loudness_pct is 101"),
        ("-1 bell C5 100 50", "line 1, column 1: at_ms is -1"),
        ("0 bell C5", "line 1, column 1: a row has 5 or 6 columns"),
        ("repeat_every_ms", "line 1, column 1: repeat_every_ms takes one number"),
        ("repeat_every_ms 0", "line 1, column 1: repeat_every_ms takes one number, 1 to 60000"),
        ("repeat_every_ms 350 1", "line 1, column 1: repeat_every_ms takes one number"),
        ("instrument bell", "line 1, column 1: write the instrument's name and its words"),
        ("instrument x wave", "line 1, column 14: write name=value, such as wave=sine"),
        ("instrument x wave=saw", "line 1, column 12: instrument 'x': its 'wave' must be one of"),
        ("instrument x wave=sine attack_ms=-1", "line 1, column 12: instrument 'x': attack_ms"),
        ("instrument x wave=sample", "line 1, column 12: instrument 'x': its 'wave' must be one"),
        ("", "it has 0 notes: 1 to 140 fit"),
        ("# nothing", "it has 0 notes"),
        ("0 bell C5 100 5\n" * (ROWS_MOST + 1), "it has 141 notes"),
    ],
)
def test_tune_mistake_is_reported_with_its_place(text, problem):
    assert problems_of(text)[0].startswith(problem)


def test_all_mistakes_are_reported_at_once():
    assert len(problems_of("hello\n0 lute H5 1 500\nrepeat_every_ms x\n")) == 6
    assert problems_of("no notes\n" * 200)[10:] == ["and 190 more: is it a .tune file?"]


WORDS = st.sampled_from(
    ["0", "10", "-3", "bell", "lute", "C5", "A#4", "440", "1e9", "#", "instrument", "wave=sine",
     "wave=", "=", "repeat_every_ms", "350", "99999999999999999999", "\x00", "ß",
     "__import__('os')"]
)  # fmt: skip


@settings(max_examples=150)
@given(st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=6).map("\n".join))
def test_any_words_are_read_or_refused_with_place_or_count(text):
    try:
        score = read_tune(text)
    except BadInput:
        assert all(
            problem.startswith(("line ", "it has ", "and ")) for problem in problems_of(text)
        )
    else:
        assert len(score.rows) == len(score.places) > 0


@settings(max_examples=150)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    with suppress(BadInput):
        assert read_tune(text).rows


def test_counted_tune_repeats_at_pace_of_light():
    assert read_tune("counted\n0 bell A5 150 60\n").repeat_every_ms == EVERY_MS
