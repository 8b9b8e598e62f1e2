"""Readings in the guides are those of the simulated circuit, and no number is typed."""

import re

import pytest
from tools.hardware import meter_pages, step_list

from pingblock.selftest import parts

# A number with an electrical unit: such a one comes from a table that is made.
_BARE = re.compile(r"\d\s?(?:[mu]?A|[mk]?V|[kM]?Ohm|m?W|dB)\b")
_MADE = re.compile(r"<!-- (?:readings|trouble|limits).*?<!-- end -->", re.DOTALL)
# Found by hand in a circuit: each harmless, since all works without it for months.
UNSEEN = {
    "question_block": {f"C{n}'s {pin} does not conduct" for n in (1, 2, 4) for pin in "12"},
    "apple_base": {
        "Q2 is the wrong way round",  # it switches all the same
        *(f"C{n}'s {pin} does not conduct" for n, pins in ((1, "+-"), (2, "12"), (3, "12"))
          for pin in pins),
    },
}  # fmt: skip
READINGS = meter_pages.read_list("readings.csv")
MISTAKES = meter_pages.read_list("mistakes.csv")


def guide(thing):
    return step_list.guide(thing).read_text(encoding="utf-8")


@pytest.mark.parametrize("thing", step_list.THINGS)
def test_guides_tables_are_those_of_the_lists(thing):
    text = guide(thing)
    assert meter_pages.with_tables(text, thing, READINGS, MISTAKES) == text
    steps = {row["step"] for row in READINGS if row["thing"] == thing}
    assert {found[1] for found in re.finditer(r"<!-- readings (\S+) -->", text)} == steps
    assert len(_MADE.findall(text)) == len(steps) + 2


@pytest.mark.parametrize(
    ("thing", "right", "nonsense"),
    [
        ("question_block", "4.33 to 4.65 V", "4.1 to 4.4 V"),
        ("question_block", "0.1 to 2.3 Ohm", "less than 1 Ohm"),
        ("question_block", "17.6 to 29.1 mA", "20 to 350 mA"),
        ("question_block", "3.25 to 3.35 V", "5.0 V"),
        ("apple_base", "5.62 to 6.00 V", "5.7 to 6.1 V"),
        ("apple_base", "1.77 to 1.92 V", "19 V"),
    ],
)
def test_a_nonsense_reading_in_a_guide_is_refused(thing, right, nonsense):
    text = guide(thing)
    assert right in text
    wrong = text.replace(right, nonsense, 1)
    assert meter_pages.with_tables(wrong, thing, READINGS, MISTAKES) != wrong


def bare(text):
    """Returns the lines of a guide that have a typed electrical number."""
    return [line for line in _MADE.sub("", text).splitlines() if _BARE.search(line)]


def test_selftest_accepts_the_usb_supply_of_the_list():
    [row] = [row for row in READINGS if row["do"] == "VSYS on USB"]
    assert 1000 * float(row["least"]) >= parts.USB_LEAST_MV
    assert 1000 * float(row["most"]) <= parts.USB_MOST_MV


@pytest.mark.parametrize("thing", step_list.THINGS)
def test_no_electrical_number_is_typed_into_a_guide(thing):
    assert bare(guide(thing)) == []
    for typed in ("reads 4.4 V", "under 1 Ohm", "draws 20mA"):
        assert bare(f"{guide(thing)}\nVSYS {typed}.\n")


@pytest.mark.parametrize("thing", step_list.THINGS)
def test_each_likely_mistake_is_shown_but_harmless_ones(thing):
    rows = [row for row in MISTAKES if row["thing"] == thing]
    assert {row["mistake"] for row in rows if not row["step"]} == UNSEEN[thing]
    assert not any(row["harm"] for row in rows)
    assert len({row["mistake"] for row in rows}) > 70
    for row in rows:
        assert not row["step"] or row["reads"] != row["instead of"]


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        ((4.33, 4.65), "volts", "4.33 to 4.65 V"),
        ((-0.01, 0.12), "volts", "less than 0.12 V"),
        ((2.9e5, float("inf")), "ohms", "more than 290 kOhm"),
        ((float("inf"), float("inf")), "diode", "no reading"),
        ((0.0176, 0.0291), "amps", "17.6 to 29.1 mA"),
        ((-1, 30), "beep", "beep"),
    ],
)
def test_limits_are_said_as_a_meter_shows_them(value, kind, words):
    assert meter_pages.limits_text(*value, kind) == words
