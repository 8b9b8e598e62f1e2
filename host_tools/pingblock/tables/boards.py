"""Board files of all games: the shipped files, and checks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pingblock.common.input_file import read_text
from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput
from pingblock.tables.board_form import BYTES_MOST, BoardFiles, Figure, parsed
from pingblock.tables.registry import TABLES

SHIPPED = tuple(name for name, record in TABLES.items() if record.has_boards)

_NAME = ".name"


def shipped_text(name: str) -> str:
    """Returns the text of a shipped board file. Raises BadInput if no file has this name."""
    if name not in SHIPPED:
        raise BadInput(no_such("board", name, SHIPPED))
    return _files_of(name).shipped_text(name)


def text_of(path: Path) -> str:
    """Returns the text of a board file. Raises BadInput if the file cannot be read."""
    return read_text(path, BYTES_MOST)


def game_of_board(text: str) -> str:
    """Returns the name of the game that a board's text belongs to, even if the text has faults."""
    try:
        spec = parsed(text, "").get("spec")
    except BadInput:
        spec = None
    return next((name for name in SHIPPED if spec in _files_of(name).specs), SHIPPED[0])


def has_figures_to_fill_in(game: str) -> bool:
    """Returns whether figures can be missing on the boards of a game."""
    return _files_of(game).figures is not None


class Figures(NamedTuple):
    """The shipped board of a game, and the values that can be typed into it.

    Args:
        text: text of the board with the typed values, or "" for the shipped board without changes.
        lacks: the figures that the shipped board lacks.
        ours: our own values for these figures, by place.
        names: number and name of each space that can have another name.
    """

    text: str
    lacks: list[Figure]
    ours: dict[str, str]
    names: list[tuple[int, str]]


def figures(game: str, typed: Mapping[str, str]) -> Figures:
    """Returns the shipped board of a game with typed figures. The other figures are our own
    values.

    Args:
        game: any game. A game without boards lacks no figures.
        typed: see ``property/board_figures``. ``1.name`` gives a space another name.

    Raises:
        BadInput: there is no such game, the board does not lack a figure, or a value is wrong.
    """
    files = _files_of(game) if game in SHIPPED else None
    if files is None or files.figures is None:
        return Figures("", [], {}, [])
    own = {place[: -len(_NAME)]: text for place, text in typed.items() if place.endswith(_NAME)}
    rest = {place: text for place, text in typed.items() if not place.endswith(_NAME)}
    shipped = shipped_text(game)
    lacks = files.figures(shipped, {})[1]
    ours = files.ours(lacks)
    filled = files.figures(shipped, {**ours, **rest})[0] if lacks or rest else ""
    text = files.renamed(game, filled, own) if own else filled
    return Figures(text, lacks, ours, files.names(game))


def check(path: Path) -> tuple[dict[str, object], str]:
    """Checks a board file. Raises BadInput with file, line and reason for each fault.

    Returns:
        The contents of the board, for programs and as text.
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
