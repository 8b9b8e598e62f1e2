"""Board files of all games that have some: the shipped ones, and what a check finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput
from pingblock.tables.board_form import parsed
from pingblock.tables.names import PROPERTY
from pingblock.tables.property import board_file as of_property
from pingblock.tables.storm import board_file as of_storm

STORM = "storm"
SHIPPED = (*PROPERTY, STORM)


class BoardReport(NamedTuple):
    """Contents of a board file without faults, in words and for programs."""

    fields: dict[str, Any]
    say: str


def shipped_text(name: str) -> str:
    """Returns the text of a shipped board file; BadInput if there is none of this name."""
    if name not in SHIPPED:
        raise BadInput(no_such("board", name, SHIPPED))
    return of_storm.shipped_text() if name == STORM else of_property.shipped_text(name)


def is_storm(text: str) -> bool:
    """Returns whether a text is meant as a board of ``storm``, right or wrong."""
    try:
        return parsed(text, "").get("spec") == "FN"
    except BadInput:
        return False


def check(path: Path) -> BoardReport:
    """Checks a board file; BadInput with file, line and reason for each fault."""
    text = of_property.text_of(path)
    what = "locations" if is_storm(text) else "deeds"
    if is_storm(text):
        board = of_storm.read_board(text, str(path))
        spaces, deeds = len(board.spaces), sum(space.set != "" for space in board.spaces)
        name, missing, unverified = board.name, [], board.unverified
    else:
        edition = of_property.read_board(text, str(path))
        spaces, deeds = len(edition.spaces), len(edition.deeds)
        name, missing, unverified = edition.name, [*edition.missing], edition.unverified
    ready = "It cannot be played on yet:" if missing else "It can be played on."
    notes = [f"Not verified: {note}." for note in unverified]
    first = f"{name}: {spaces} spaces, {deeds} {what}. {ready}"
    fields = {
        "name": name,
        "spaces": spaces,
        "deeds": deeds,
        "playable": not missing,
        "missing": missing,
        "unverified": list(unverified),
    }
    return BoardReport(fields, "\n".join((first, *missing, *notes)))
