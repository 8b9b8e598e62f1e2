"""Colours for the names on a board: each name has the colour of its set."""

from __future__ import annotations

from pingblock.tables.game import State
from pingblock.tables.table import Table

# The colours must be light enough on a dark background, and neighbours must differ.
_OF_SET = {
    "brown": "#c8946a",
    "light blue": "#9bd7f5",
    "pink": "#f29bd0",
    "orange": "#f5a95b",
    "red": "#ff7b7b",
    "yellow": "#f5e36b",
    "green": "#7bd88f",
    "dark blue": "#7ea2ff",
    "amber": "#f2c14e",
    "coral": "#ff9d8a",
    "indigo": "#9a96f5",
    "lime": "#c3e86b",
    "rose": "#f7a8b8",
    "slate": "#a9b8cc",
    "teal": "#6fd3c7",
    "violet": "#cf9bf5",
}


def colours_of(table: Table[State]) -> dict[str, str]:
    """Returns the colour of each name on the board, or "" if its set has no colour."""
    spaces = table.game.view(table.state).get("spaces", ())
    return {str(each["name"]): _OF_SET.get(str(each.get("set", "")), "") for each in spaces}
