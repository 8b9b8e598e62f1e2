"""Ringtones: pitches and times as the format says, mistakes with line and column."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pingblock.errors import BadInput
from pingblock.sounds.rtttl import read_rtttl
from pingblock.sounds.tune_text import ROWS_MOST


def problem_of(text):
    with pytest.raises(BadInput) as wrong:
        read_rtttl(text)
    return str(wrong.value)


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (  # at 120 a quarter lasts 500 ms
            "x:d=4,o=5,b=120:c,8d#,p,2e6,8g.,a",
            [(0, "C5"), (500, "D#5"), (1250, "E6"), (2250, "G5"), (2625, "A5")],
        ),
        ("x::a,b", [(0, "A6"), (952, "B6")]),  # quarters of octave 6, 63 of them a minute
        ("x:b=240:4c.5,4d5.,e5", [(0, "C5"), (375, "D5"), (750, "E5")]),
        (
            " My tune : D=8, O=5 ,B=240 :\n C , d_ ,\nh4,\n",
            [(0, "C5"), (125, "D#5"), (250, "B4")],
        ),
    ],
    ids=["lengths, octaves, pauses", "defaults", "dot before or after the octave", "spaces"],
)
def test_notes_are_those_of_the_format(text, notes):
    assert [(row[0], row[2]) for row in read_rtttl(text).rows] == notes


def test_notes_are_held_shorter_than_they_last_so_that_equal_ones_are_apart():
    rows = read_rtttl("x:d=4,o=5,b=120:c,c").rows
    assert (rows[0][3], rows[1][0]) == (440, 500)


def test_places_name_the_notes():
    assert read_rtttl("x:b=240:c,p,d").places == ("note 1", "note 3")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1, column 1: a ringtone is name:settings:notes"),
        ("x:c,d", "line 1, column 6: a ringtone is name:settings:notes"),
        ("x:b=100:c:d", "line 1, column 10: a ringtone is"),
        ("x:q=4:c", "line 1, column 3: the settings are d, o and b, such as d=4, not 'q=4'"),
        ("x:d=4,b:c", "line 1, column 7: the settings are"),
        ("x:d=5:c", "line 1, column 3: d=5 is not possible: take one of 1, 2, 4, 8, 16, 32, 64"),
        ("x:o=9:c", "line 1, column 3: o=9 is not possible: octaves are 1 to 8"),
        ("x:d=4,b=5:c", "line 1, column 7: b=5 is not possible: beats a minute are 10 to 900"),
        (
            "x:b=100:c,x",
            "line 1, column 11: a note is such as c, 8d#, 2e6 or p (a pause), not 'x'",
        ),
        ("x:b=100:\nc,\n8z", "line 2, column 3: a note is such as"),
        ("x:b=100:c,,d", "line 1, column 11: a note is such as"),
        ("x:b=100:3c", "line 1, column 9: a note's length is 3: take one of"),
        ("x:b=100:c9", "line 1, column 9: a note is such as"),
        ("x:b=100:e#", "line 1, column 9: there is no E#: write F"),
        ("x:b=100:b#", "line 1, column 9: there is no B#: write C of the next octave"),
        ("x:b=900:64c", "line 1, column 9: this note lasts 4 ms, too short to be heard: lower b"),
        ("x:b=100:p,p", "line 1, column 12: there is no note in it"),
        ("x:b=100:", "line 1, column 9: a note is such as"),
        ("x:b=100:" + "c," * (ROWS_MOST + 1), "It has 141 notes, and 140 are allowed"),
    ],
)
def test_a_mistake_is_told_with_its_place(text, problem):
    assert problem_of(text).startswith(problem)


LETTERS = st.text(st.sampled_from("abcdefghp#._0123456789:=,ob \n"), max_size=60)


@settings(max_examples=200)
@given(LETTERS | st.text(max_size=60) | LETTERS.map("x:d=8,o=5,b=200:{}".format))
def test_any_text_is_read_or_told_with_line_and_column(text):
    try:
        score = read_rtttl(text)
    except BadInput:
        assert problem_of(text).startswith(("line ", "It has "))
    else:
        assert len(score.rows) == len(score.places) > 0
        assert [row[0] for row in score.rows] == sorted(row[0] for row in score.rows)
