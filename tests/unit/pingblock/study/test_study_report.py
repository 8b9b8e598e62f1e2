"""Report of a study: counts, bounds, words, CSV and picture."""

import csv
import io
import re

import pytest

from pingblock.errors import BadInput
from pingblock.study import plot, report
from pingblock.study.games import GameRow

ROWS = [
    GameRow(1, 10, 40, (0,), 1, (9, 0), "All 3 are out.", {"paid": 4}, {}),
    GameRow(
        2, 30, 60, (0, 1), 0, (5, 5), "Broken off after 30 turns.", {"paid": 8, "jail": 2}, {}
    ),
    GameRow(3, 20, 50, (1,), 2, (0, 7), "All 2 are out.", {}, {}),
]


def test_lengths_winners_ends_and_odds_are_counted():
    found = report.fields(ROWS, 2)
    turns = found["turns"]
    assert (turns["value"], turns["median"], turns["least"], turns["most"]) == (20, 20, 10, 30)
    assert [each["count"] for each in found["winners"]] == [2, 2]
    assert found["shared"] == 1
    assert found["ends"] == {"All … are out.": 2, "Broken off after … turns.": 1}
    assert found["odds"]["paid"]["value"] == 0.2
    assert found["odds"]["jail"]["value"] == pytest.approx(2 / 60, abs=1e-6)
    assert (found["out"]["a_game"]["value"], found["out"]["games_with"]["count"]) == (1, 2)


def test_text_has_the_numbers_of_the_fields():
    lines = report.text(report.fields(ROWS, 2)).splitlines()
    assert lines[0].startswith("turns     20.00 (")
    assert lines[0].endswith("a game; median 20, from 10 to 30")
    # Wilson's bounds for 2 of 3
    assert lines[2].startswith("seat 1    wins 66.67 (20.77 to 93.85) % (2)")
    assert "1 game had several winners, each of whom counts." in lines
    assert any(line.startswith("  paid ") and " 20.00 (" in line for line in lines)
    assert any("somebody in 66.67 (20.77 to 93.85) % of the games" in line for line in lines)


def test_csv_has_one_line_per_game():
    rows = list(csv.DictReader(io.StringIO(report.as_csv(ROWS, 2))))
    assert [row["winners"] for row in rows] == ["1", "1 2", "2"]
    assert [row["paid"] for row in rows] == ["4", "8", "0"]
    assert [row["score 2"] for row in rows] == ["0", "5", "7"]


def test_picture_shows_winners_and_lengths(tmp_path):
    path = tmp_path / "out.svg"
    plot.check(path)
    plot.draw(path, "A study", report.fields(ROWS, 2), ROWS)
    text = path.read_text()
    assert "<svg" in text
    assert text.count("<!-- seat -->") == 1
    seats, _, lengths = text.partition('id="axes_2"')
    assert re.findall(r"<!-- (\d+) -->", seats) == ["1", "2"]
    counts = re.findall(r"<!-- ([\d.]+) -->", lengths)
    assert len(counts) > 4
    assert all(count.isdecimal() for count in counts)  # whole turns and whole games
    with pytest.raises(BadInput, match="the name must end in"):
        plot.check(tmp_path / "out.doc")


def test_games_with_another_option_are_compared():
    longer = [row._replace(turns=2 * row.turns, out=0) for row in ROWS]
    found = report.compared(ROWS, longer)
    assert found["turns"]["value"] == 2
    assert found["turns"]["low"] < 1.5 < 2.5 < found["turns"]["high"]  # means of three games
    assert (found["commands"]["value"], found["out"]["value"]) == (1, 0)
    assert report.compared_text(found).splitlines()[0].startswith("  turns     2.00 (")


def test_tallies_are_shares_of_moves_or_means_per_game():
    stops = ({"10 Jail": 3, "in jail": 1}, {"10 Jail": 4}, {})
    rows = [
        row._replace(tallies={"stops": each, "rents": {"red": 30 * at}})
        for at, (row, each) in enumerate(zip(ROWS, stops, strict=True))
    ]
    found = report.fields(rows, 2)
    assert found["stops"]["10 Jail"]["value"] == 0.875
    assert found["rents"]["red"]["value"] == 30
    assert list(found["stops"]) == ["10 Jail", "in jail"]
