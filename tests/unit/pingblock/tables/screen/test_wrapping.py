"""A panel's lines wrap after their indent, and names stay in one piece with their colour."""

import pytest

from pingblock.tables.screen.wrapping import painted, wrapped

NAMES = ("Light blue 1", "Light blue 2", "Red 1")


@pytest.mark.parametrize(
    ("line", "width", "pieces"),
    [
        ("  Ann has 5", 20, ["  Ann has 5"]),
        ("  Ann   5", 9, ["  Ann   5"]),  # columns stay if there is room
        (
            *("    Red 1, Light blue 1, Light blue 2 (2 × fort)", 22),
            ["    Red 1,", "    Light blue 1,", "    Light blue 2 (2 ×", "    fort)"],
        ),
        ("Red 1,Light blue 1,Red 1", 14, ["Red 1,", "Light blue 1,", "Red 1"]),
        # there is no room for the name
        ("Light blue 1 costs 5", 8, ["Light", "blue 1", "costs 5"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("李小龍 has 5", 8, ["李小龍", "has 5"]),
        ("", 5, [""]),
    ],
)
def test_line_is_wrapped_without_splitting_names(line, width, pieces):
    assert wrapped(line, width, NAMES) == pieces


def test_names_have_their_colours():
    text = painted("Red 1 and Red 12", {"Red 1": "#ff0000", "Light blue 1": ""})
    assert [(span.start, span.end, str(span.style)) for span in text.spans] == [(0, 5, "#ff0000")]
    assert painted("no names", {}).spans == []
