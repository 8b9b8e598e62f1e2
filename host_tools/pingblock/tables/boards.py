"""Board files of all games that have some: the shipped ones, and what a check finds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pingblock.common.input_file import read_text
from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput
from pingblock.tables.board_form import BYTES_MOST, BoardFiles, Figure, parsed
from pingblock.tables.registry import TABLES

SHIPPED = tuple(name for name, record in TABLES.items() if record.has_boards)


def shipped_text(name: str) -> str:
    """Returns the text of a shipped board file; BadInput if there is none of this name."""
    if name not in SHIPPED:
        raise BadInput(no_such("board", name, SHIPPED))
    return _files_of(name).shipped_text(name)


def text_of(path: Path) -> str:
    """Returns the text of a file; BadInput if it cannot be read."""
    return read_text(path, BYTES_MOST)


def game_of_board(text: str) -> str:
    """Returns the name of the game that a text is meant as a board of, right or wrong."""
    try:
        spec = parsed(text, "").get("spec")
    except BadInput:
        spec = None
    return next((name for name in SHIPPED if spec in _files_of(name).specs), SHIPPED[0])


def has_figures_to_fill_in(game: str) -> bool:
    """Returns whether figures of a game's boards may be missing."""
    return _files_of(game).figures is not None


def figures(game: str, typed: Mapping[str, str]) -> tuple[str, list[Figure], dict[str, str]]:
    """Returns the shipped board of a game with figures typed in, and with ours where none is.

    Args:
        game: any; one without boards lacks nothing.
        typed: see ``property/board_figures``.

    Returns:
        The text, "" for a board that lacks nothing; all figures that it lacks; and ours by place.

    Raises:
        BadInput: no such game, a figure that the board does not lack, or a wrong value.
    """
    files = _files_of(game) if game in SHIPPED else None
    if files is None or files.figures is None:
        return "", [], {}
    text = shipped_text(game)
    lacks = files.figures(text, {})[1]
    ours = files.ours(lacks)
    return files.figures(text, {**ours, **typed})[0] if lacks else "", lacks, ours


def check(path: Path) -> tuple[dict[str, Any], str]:
    """Checks a board file; BadInput with file, line and reason for each fault.

    Returns:
        What it holds, for programs and in words.
    """
    text = text_of(path)
    found = _files_of(game_of_board(text)).report(text, str(path))
    ready = "It cannot be played on yet:" if found.missing else "It can be played on."
    first = f"{found.name}: {found.spaces} spaces, {found.owned} {found.called}. {ready}"
    fields = {
        "name": found.name,
        "spaces": found.spaces,
        "deeds": found.owned,
        "playable": not found.missing,
        "missing": list(found.missing),
        "unverified": list(found.unverified),
    }
    notes = [f"Not verified: {note}." for note in found.unverified]
    return fields, "\n".join((first, *found.missing, *notes))


def _files_of(game: str) -> BoardFiles:
    boards = TABLES[game].parts().boards
    assert boards is not None
    return boards
