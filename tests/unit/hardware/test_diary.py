"""The build diary: a line for each reading, and a wrong value names its mistake."""

import csv
import math

import pytest
from tools.hardware import diary, meter_pages
from tools.hardware.products import ROOT

READINGS = meter_pages.read_list("readings.csv")
MISTAKES = meter_pages.read_list("mistakes.csv")
FORM = ROOT / "hardware" / "made" / diary.FORM
DIARIES = sorted((ROOT / "hardware" / "diaries").glob("*.csv"))


def right(row):
    """Returns a value of a faultless build, as a builder writes it."""
    if row["reads"] in diary.WORDS:
        return row["reads"]
    least, most = float(row["least"]), float(row["most"])
    value = 2 * least if most == math.inf else (least + most) / 2
    return f"{value:.6g} {row['unit']}"


def filled():
    """Returns the rows of a diary with correct values."""
    by_key = {diary._key(row): row for row in READINGS}
    rows = [dict(row) for row in diary.form()]
    for row in rows:
        if row["thing"] != "about":
            row["read"] = right(by_key[diary._key(row)])
    return rows


def write(path, rows, separator=","):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, diary.COLUMNS, delimiter=separator)
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_form_has_each_reading_and_no_value():
    rows = diary.read(FORM)
    assert rows == diary.form()
    assert len([row for row in rows if row["thing"] != "about"]) == len(READINGS) > 150
    assert not any(row["read"] or row["note"] for row in rows)


@pytest.mark.parametrize("separator", [",", ";"])
def test_readings_of_a_faultless_build_all_fit(tmp_path, capsys, separator):
    path = write(tmp_path / "a.csv", filled(), separator)
    assert diary.main([str(path)]) == 0
    assert f"{len(READINGS)} readings fit, 0 differ, 0 are empty" in capsys.readouterr().out


def test_simulated_reading_of_a_mistake_names_that_mistake():
    """A builder writes the simulated value of a mistake, so the diary must name this mistake."""
    places = {(row["thing"], row["step"], diary.place_of(row)): row for row in READINGS}
    named = 0
    for row in MISTAKES:
        if not row["step"] or row["reads"] == "too much":
            continue
        reading = places[row["thing"], row["step"], row["reading"]]
        assert row["mistake"] in diary.likely(reading, row["reads"], MISTAKES), row
        named += not diary.fits(reading, row["reads"])
    assert named > 250


def test_wrong_reading_is_printed_with_its_likely_cause(tmp_path, capsys):
    rows = filled()
    [vsys] = [
        row for row in rows
        if (row["thing"], row["step"], row["do"]) == ("question_block", "5", "supply on")
        and row["red"].startswith("VSYS")
    ]  # fmt: skip
    vsys["read"] = "-0,55"
    assert diary.main([str(write(tmp_path / "a.csv", rows))]) == 1
    said = capsys.readouterr().out
    assert "1 differ" in said
    assert "instead of 4.33 to 4.65 V" in said
    assert "The cells are reversed" in said


@pytest.mark.parametrize(
    ("text", "value"),
    [("4,53 V", 4.53), ("12.5mA", 0.0125), ("47k", 47e3), ("1.5 MOhm", 1.5e6), ("-0.2", -0.2),
     ("OL", math.inf), ("no beep", "no beep"), ("3 uA", 3e-6)],
)  # fmt: skip
def test_values_are_read_as_builders_write_them(text, value):
    assert diary.value_of(text) == (pytest.approx(value) if isinstance(value, float) else value)


def test_unreadable_value_and_foreign_file_are_refused(tmp_path, capsys):
    rows = filled()
    rows[-1]["read"] = "about five"
    assert diary.main([str(write(tmp_path / "a.csv", rows))]) == 2
    (tmp_path / "b.csv").write_text("a,b\n1,2\n")
    assert diary.main([str(tmp_path / "b.csv")]) == 2
    rows[-1].update(read="4", do="licks it")
    assert diary.main([str(write(tmp_path / "c.csv", rows))]) == 2
    said = capsys.readouterr().err
    assert "'about five' is neither a number" in said
    assert "lacks a column" in said
    assert "licks it" in said


def test_form_and_returned_diaries_can_be_compared():
    """Values beyond the range are news, not a fault of the file: the models can be wrong."""
    for path in (FORM, *DIARIES):
        rows = diary.read(path)
        good, wrong = diary.compared(rows)
        assert good + len(wrong) == sum(bool(row["read"].strip()) for row in rows if row["red"])
