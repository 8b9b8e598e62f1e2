"""Ringtones: pitches and times by the format, mistakes with line and column."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pingblock.errors import BadInput
from pingblock.sounds.rtttl import read_rtttl
from pingblock.sounds.source import text_of
from pingblock.sounds.tune_text import ROWS_MOST


def problem_of(text):
    with pytest.raises(BadInput) as wrong:
        read_rtttl(text)
    return str(wrong.value)


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (  # at a pace of 120, a quarter note lasts 500 ms
            "x:d=4,o=5,b=120:c,8d#,p,2e6,8g.,a",
            [(0, "C5"), (500, "D#5"), (1250, "E6"), (2250, "G5"), (2625, "A5")],
        ),
        ("x::a,b", [(0, "A6"), (952, "B6")]),  # quarter notes in octave 6, 63 a minute
        ("x:b=240:4c.5,4d5.,e5", [(0, "C5"), (375, "D5"), (750, "E5")]),
        (
            " My tune : D=8, O=5 ,B=240 :\n C , d_ ,\nh4,\n",
            [(0, "C5"), (125, "D#5"), (250, "B4")],
        ),
    ],
    ids=["lengths, octaves, pauses", "defaults", "dot before or after the octave", "spaces"],
)
def test_notes_follow_ringtone_format(text, notes):
    assert [(row[0], row[2]) for row in read_rtttl(text).rows] == notes


def test_notes_sound_shorter_than_they_last():
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
        (
            "x:d=5:c",
            "line 1, column 3: d=5 is not possible: use one of 1, 2, 4, 8, 16, 32, 64, 128",
        ),
        ("x:o=9:c", "line 1, column 3: o=9 is not possible: octaves are 1 to 8"),
        ("x:d=4,b=0.5:c", "line 1, column 7: b=0.5 is not possible: beats a minute are 1 to 9999"),
        (
            "x:b=100:c,x",
            "line 1, column 11: notes look like c, 8d#, 2e6 or p (a pause), not 'x'",
        ),
        ("x:b=100:\nc,\n8z", "line 3, column 1: notes look like"),
        ("x:d=4,d=8:c", "line 1, column 7: d is 4 and 8: leave one of them"),
        ("x:8,5,100:c", "line 1, column 3: the settings are d, o and b, such as d=4, not '8'"),
        ("x:s=4:c", "line 1, column 3: the settings are d, o and b, such as d=4, not 's=4'"),
        ("x:b=100:c,4d 8 e", "line 1, column 11: '4d 8 e' has two meanings: put commas between"),
        ("x:b=100:c8..", "line 1, column 9: 'c8..' has two dots, which can mean two lengths"),
        ("x:b=100:8.c.", "line 1, column 9: '8.c.' has two dots"),
        *(
            (
                f"x:b=100:c,{note}",
                f"line 1, column 11: notes look like c, 8d#, 2e6 or p (a pause), not '{note}'",
            )
            for note in ("ebb", "eb#", "e#b", "be", "pb", "e5b", "bbb")
        ),
        ("x:b=100:c,cb1", "line 1, column 11: a note's octave is 0"),
        ("x:b=100:c,e b,g", "line 1, column 11: 'e b' has two meanings: put commas between"),
        ("x:b=100:c,e\nb5", "line 1, column 11: 'e b5' has two meanings: put commas between"),
        ("x:b=100:h,c,b", "line 1, column 13: 'b' has two meanings beside 'h', B and B flat"),
        ("x:b=100:b,c,h", "line 1, column 13: 'b' has two meanings beside 'h'"),
        ("x:d=8.:c", "line 1, column 3: the settings are d, o and b, such as d=4, not 'd=8.'"),
        ("x:o=5bpm:c", "line 1, column 3: the settings are d, o and b, such as d=4, not 'o=5bpm'"),
        ("x:160bpm,b=90:c", "line 1, column 10: b is 160 and 90: leave one of them"),
        ("x:b=100:c##", "line 1, column 9: notes look like"),
        ("x:b=100:c45", "line 1, column 9: a note's octave is 45: octaves are 1 to 8"),
        ("4c2 8e2 8g2", "line 1, column 12: a ringtone is name:settings:notes"),
        ("BEGIN:IMELODY\nMELODY:c", "line 1, column 1: this is an iMelody file"),
        ("x:b=100:3c", "line 1, column 9: a note's length is 3: use one of"),
        ("x:b=100:c9", "line 1, column 9: a note's octave is 9: octaves are 1 to 8"),
        ("x:b=100:b8#", "line 1, column 9: a note's octave is 9"),
        (
            "x:b=900:64c",
            "line 1, column 9: this note lasts 4.2 ms, too short to be heard: lower the tempo b",
        ),
        ("x:b=100:p,p", "line 1, column 12: there is no note in it"),
        ("x:b=100:", "line 1, column 9: there is no note in it"),
        (
            "x:b=100:" + "c," * (ROWS_MOST + 1),
            "The ringtone has 141 notes, but only 140 are allowed",
        ),
    ],
)
def test_ringtone_mistake_is_reported_with_line_and_column(text, problem):
    assert problem_of(text).startswith(problem)


TUNE = "x:d=8,o=5,b=150:c,e.,4g6,p,d#"  # as the format requires it


@pytest.mark.parametrize(
    "text",
    [
        "x:d=8,o=5,b=150,:c,e.,4g6,p,d#",
        "x:,d=8,,o=5,b=150:c,,e.,4g6,p,d#,",
        "x:d=8,o=5,b=150:,c,e.,4g6,p,d#;",
        "x: D = 8 o = 5 b = 150 :c e. 4g6 p d#",
        "x:d=8;o=5;b=150:c;e.;4g6;p;d#",
        "x:d=8.0,o=5,bpm=150.0:c,e.,4g6,p,d#",
        "x:d=8,o=5.,b=150.:c,e.,4g6,p,d#",
        "x:d=8,o=5,b=150bpm:c,e.,4g6,p,d#",
        "x:d=8,o=5,tempo=150. BPM:c,e.,4g6,p,d#",
        "x:150bpm,d=8,o=5:c,e.,4g6,p,d#",
        "x:d=8, o=5, 150 bpm:c,e.,4g6,p,d#",
        "x:d=8,o=5,b=150:c,e.,4g6,p,eb",
        "x:d=8,o=5,b=150:c,e.,4g6,p,E\u266d5",
        "x:d=8,o=5,b=150:c fb. 4g6 p 8eb5",
        "x:d=8,o=5,b=150,b=150:c,e.,4g6,p,d#",
        "d=8,o=5,b=150:c,e.,4g6,p,d#",
        ":d=8,o=5,b=150:c,e.,4g6,p,d#",
        "Bells: the small one:d=8,o=5,b=150:c,e.,4g6,p,d#",
        "E=mc2:d=8,o=5,b=150:c,e.,4g6,p,d#",
        "rtttl:x:d=8,o=5,b=150:c,e.,4g6,p,d#",
        "x:d=8,o=5,b=150:c,.e,4g6,p,d5#",
        "x:d=8,o=5,b=150:8c,8.e,4g6,8p,8#d",
        "x:d=8,o=5,b=150:c5,e.5,4g6,r,d_",
        "x:d=8,o=5,b=150:b4#,e5.,4g6,-,d#5",
        "x:d=8,o=5,b=150:c,e.,4g6,p5,d\u266f",
        "x:d=8,o=5,b=150:c,\u00a0e.,4g6,\u200bp,\u3000d#",
        "x\uff1ad=8\uff0co=5\uff0cb=150\uff1ac\uff0ce.\uff0c4g6\uff0cp\uff0cd#",
        "x:d=8,o=5,b=150:c,e.,\r\n4g6,p,d#\r\n",
        "x:d=8,o=5,b=150:\rc,e.,4\rg6,p,d#\r",
        "x:d=8,o=5,b=150:c,e.,4g\n6,p\nd#\x1a",
        '"x:d=8,o=5,b=150:c,e.,4g6,p,d#"',
        'char *song = "x:d=8,o=5,b=150:c,e.,4g6,p,d#";',
        "# from my phone\nx:d=8,o=5,b=150:c,e.,4g6,p,d#\n// that was it: all\n",
    ],
)
def test_ringtone_with_one_meaning_is_accepted(text):
    assert read_rtttl(text).rows == read_rtttl(TUNE).rows
    assert read_rtttl(text).said == ()


@pytest.mark.parametrize(
    ("notes", "pitches"),
    [
        ("e#,b#4,h#", ["F5", "C5", "C6"]),
        ("8#c,c#,#d6", ["C#5", "C#5", "D#6"]),
        ("ab,bb5,cb,8db.,eb6", ["G#5", "A#5", "B4", "C#5", "D#6"]),
        ("fb,GB.,hb,bb,h", ["E5", "F#5", "A#5", "A#5", "B5"]),
        ("e b g b5 bb", ["E5", "B5", "G5", "B5", "A#5"]),
    ],
)
def test_sharps_and_flats_are_read_as_right_notes(notes, pitches):
    assert [row[2] for row in read_rtttl(f"x:o=5:{notes}").rows] == pitches


def test_fractional_and_extreme_tempos_are_accepted():
    rows = read_rtttl("x:d=128,o=5,b=112.5:c,d,16e,f").rows
    assert [row[0] for row in rows] == [0, 17, 33, 167]
    assert [row[0] for row in read_rtttl("x:d=32,b=900:c,d,e").rows] == [0, 8, 17]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TUNE.replace(":c", ",l=15:c"), "The setting l=15 is left out: a sound is played once."),
        (TUNE.replace(":c", ",s=N:c"), "The setting s=N is left out: there is one style."),
        (TUNE + "\ny:d=4:g,e\n", "The file has several ringtones: the first is used."),
        (
            TUNE + "\n\n# next\ny::g\n\nz:o=4:a",
            "The file has several ringtones: the first is used.",
        ),
    ],
)
def test_ignored_setting_or_further_ringtone_is_reported(text, said):
    assert read_rtttl(text).rows == read_rtttl(TUNE).rows
    assert read_rtttl(text).said == (said,)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x:d=4:" + "c " * 4_000, "The ringtone has 4000 notes"),
        (":" * 60_000, "line 1, column 3: a ringtone is name:settings:notes"),
        ("x:" + "b=1," * 15_000, "line 1, column 60003: a ringtone is"),
        ("x:d=4:4c 8 e " + "c " * 4_000, "line 1, column 7: '4c 8 e c c c c c c c' has two"),
    ],
)
def test_huge_text_is_refused(text, problem):
    assert problem_of(text).startswith(problem)


LETTERS = st.text(st.sampled_from("abcdefghp#._0123456789:=,ob \n"), max_size=60)


@settings(max_examples=200)
@given(LETTERS | st.text(max_size=60) | LETTERS.map("x:d=8,o=5,b=200:{}".format))
def test_any_text_is_read_or_refused_with_place_or_count(text):
    try:
        score = read_rtttl(text)
    except BadInput:
        assert problem_of(text).startswith(("line ", "It has "))
    else:
        assert len(score.rows) == len(score.places) > 0
        assert [row[0] for row in score.rows] == sorted(row[0] for row in score.rows)


@pytest.mark.parametrize(
    "text",
    [
        "x:d=8,o=5,b=160:c,e,g:",
        "\u201cx:d=8,o=5,b=160:c,e,g\u201d",
        'x:d=8,o=5,b=160:"c,e,g"',
        "x:d=8,o=5,b=160:c,e,\\\ng",
        "\xabx\xbb:d=8,o=5,b=160:c,e,g",
    ],
    ids=["colon at the end", "quotes of print", "quoted notes", "line goes on", "French quotes"],
)
def test_marks_around_a_ringtone_change_nothing(text):
    assert read_rtttl(text).rows == read_rtttl("x:d=8,o=5,b=160:c,e,g").rows


def test_trailing_zeros_of_text_are_ignored():
    assert text_of(b"x:d=8:c,e,g\0\0\0") == "x:d=8:c,e,g"
