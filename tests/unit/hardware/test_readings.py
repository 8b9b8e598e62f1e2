"""Readings in the guides come from the simulated circuit. They must not be typed by hand."""

import csv
import re

import pytest
from hardware.apple_base import lever_spring
from hardware.apple_base.lever_parts import LEVER_ANGLES
from tools.hardware import board_space, meter_pages, pcb, step_list
from tools.hardware.perfboard import PITCH_MM
from tools.hardware.products import ROOT

from pingblock.care.selftest import parts

# A number with an electrical unit must come from a generated table.
_BARE = re.compile(
    r"\d\s?(?:[muµ]?A|[mk]?V|[kM]?Ohms?|[kM]?Ω|m?W|dB)(?!\w)"
    r"|\b(?:\d[\d.,]*|half an?|one|two|three|four|five|six|nine|ten|twelve) (?:milli|kilo|mega)?"
    r"(?:volts?|amp(?:ere)?s?|ohms?|watts?)\b",
    re.IGNORECASE,
)
_MADE = re.compile(r"<!-- (?:readings|trouble|limits|sizes).*?<!-- end -->", re.DOTALL)
# Mistakes that a person has found in a circuit. They are harmless, because the device works for
# months with them.
UNSEEN = {
    "question_block": {f"C{n}'s {pin} does not conduct" for n in (1, 2, 4) for pin in "12"},
    "apple_base": {
        "Q2 is the wrong way round",  # it still switches
        *(f"C{n}'s {pin} does not conduct" for n, pins in ((1, "+-"), (2, "12"), (3, "12"))
          for pin in pins),
    },
}  # fmt: skip
READINGS = meter_pages.read_list("readings.csv")
MISTAKES = meter_pages.read_list("mistakes.csv")


def guide(thing):
    return step_list.guide(thing).read_text(encoding="utf-8")


@pytest.mark.parametrize("thing", step_list.THINGS)
def test_tables_in_guides_match_the_lists(thing):
    text = guide(thing)
    assert meter_pages.with_tables(text, thing, READINGS, MISTAKES) == text
    steps = {row["step"] for row in READINGS if row["thing"] == thing}
    assert {found[1] for found in re.finditer(r"<!-- readings (\S+) -->", text)} == steps
    assert len(_MADE.findall(text)) == len(steps) + 3


@pytest.mark.parametrize("thing", step_list.THINGS)
def test_table_of_each_step_has_every_reading(thing):
    """Rows that differ only in their black place were lost. A beep's row has just a count."""
    for row in READINGS:
        if row["thing"] == thing and not row["reads"].endswith("beep"):
            lines = meter_pages.table(thing, row["step"], READINGS)
            does = row["do"].rpartition("before it is")
            places = (row["red"], row["black"]) if not does[1] else (row["do"].split()[0],)
            wanted = [f"| {does[1]}{does[2]} |", f" {row['reads']} |", *places]
            assert any(all(word in line for word in wanted) for line in lines), row


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
def test_changed_reading_in_a_guide_is_found(thing, right, nonsense):
    text = guide(thing)
    assert right in text
    wrong = text.replace(right, nonsense, 1)
    assert meter_pages.with_tables(wrong, thing, READINGS, MISTAKES) != wrong


def bare(text):
    """Returns the lines of a guide that have a typed electrical number."""
    return [line for line in _MADE.sub("", text).splitlines() if _BARE.search(line)]


def test_selftest_and_page_have_the_limits_of_the_list():
    [row] = [row for row in READINGS if row["do"] == meter_pages.BY_SELFTEST]
    limits = [round(1000 * float(row[end])) for end in ("least", "most")]
    page = (ROOT / "host_tools/pingblock/page/board/selftest_parts.js").read_text("utf-8")
    typed = [int(number) for number in re.findall(r"USB_(?:LEAST|MOST)_MV = (\d+)", page)]
    assert limits == [parts.USB_LEAST_MV, parts.USB_MOST_MV] == typed


def test_selftest_names_only_mistakes_of_the_list():
    known = {(row["thing"], row["mistake"]) for row in MISTAKES}
    for name, mistakes in parts.LIKELY.items():
        assert name.split()[0] in parts.PARTS
        assert mistakes or name == "inputs check"  # Nothing in the circuit can press S2.
        for one in mistakes:
            thing = "apple_base" if one.endswith(" in the base") else "question_block"
            assert (thing, one.removesuffix(" in the base")) in known


@pytest.mark.parametrize("thing", step_list.THINGS)
def test_no_electrical_number_is_typed_into_a_guide(thing):
    assert bare(guide(thing)) == []
    for typed in ("reads 4.4 V", "under 1 Ohm", "draws 20mA", "is 12 volts", "has 5 kΩ",
                  "draws half an amp", "has ten kiloohms"):  # fmt: skip
        assert bare(f"{guide(thing)}\nVSYS {typed}.\n")


# numbers of manual work, which are not in a model or a part
_BY_HAND = {"block": {"1 mm", "2 mm", "5 mm", "2 s"}, "base": {"60 s", "90 degrees"}}
_SIZE = re.compile(r"(\d[\d.]*(?: x \d[\d.]*)*(?: to \d[\d.]*)?) ?(mm2?|degrees|hours|[gNs])\b")


def sizes_of_models():
    """Returns the numbers that parts, models, springs, print settings and lists have."""
    files = [*(ROOT / "hardware" / "parts").glob("*.toml"), ROOT / "tools/hardware/printed.py"]
    files += (ROOT / "hardware").glob("*/*.py")
    files += [ROOT / "tools/hardware" / name for name in ("pcb.py", "perfboard.py", "plates.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    found = {f"{float(number):g}" for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?", text)}
    steps = {f"{count * PITCH_MM:.0f}" for count in (21, 9)} | {f"{3 * PITCH_MM:.1f}"}
    at_ball = {f"{lever_spring.ball_n(lever_spring.SPRING, deg):.1f}" for deg in LEVER_ANGLES}
    grams = {f"{10 * round(10 * float(newton)):.0f}" for newton in at_ball}
    high = {f"{max(part.high for part in board_space.of_board(pcb.question_block())):g}"}
    return found | steps | at_ball | grams | high | hours()


def hours():
    """Returns the hours of all pieces of each thing and of all worms, from the guides."""
    found = set()
    for thing in step_list.THINGS:
        path = ROOT / "hardware" / thing / "made" / "printed" / "printing.csv"
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        each = {row["part"]: int(row["pieces"]) * float(row["hours of one"]) for row in rows}
        found |= {f"{sum(each.values()):.0f}", f"{each.get('worm', 0):.0f}"}
    return found


def unknown_sizes(text, by_hand):
    """Returns the numbers with a unit in a guide that no model, part or list has."""
    known, found = sizes_of_models(), []
    for numbers, unit in _SIZE.findall(_MADE.sub("", text)):
        if f"{numbers} {unit}" not in by_hand:
            found += [n for n in re.split(" x | to ", numbers) if f"{float(n):g}" not in known]
    return found


@pytest.mark.parametrize("thing", step_list.THINGS)
def test_each_size_in_a_guide_is_in_a_model(thing):
    by_hand = _BY_HAND[thing.rpartition("_")[2]]
    assert unknown_sizes(guide(thing), by_hand) == []
    wrong = f"{guide(thing)}\nA hole of 37.7 mm, 4711 g at the ball.\n"
    assert unknown_sizes(wrong, by_hand) == ["37.7", "4711"]


@pytest.mark.parametrize("thing", step_list.THINGS)
def test_each_mistake_changes_a_reading_except_listed_ones(thing):
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
def test_limits_are_written_as_a_meter_shows_them(value, kind, words):
    assert meter_pages.limits_text(*value, kind) == words
