"""Replaces the names of spaces on a shipped board by those on a family's board."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pingblock.tables.property.board_file import load_shipped
from pingblock.tables.property.board_rules import FORMAT


def names_of(game: str) -> list[tuple[int, str]]:
    """Returns number and name of each space on a shipped board that a player can own."""
    edition = load_shipped(game)
    return [(number, edition.spaces[number].name) for number in edition.deeds]


def renamed(game: str, text: str, names: Mapping[str, str]) -> str:
    """Returns the text of a board file whose spaces have other names.

    Args:
        game: name of the game of a shipped board.
        text: text of a board file, or "" for a new one that only extends the shipped board.
        names: number of a space -> name. The reader of board files checks the names.
    """
    extending = (
        f'format = {FORMAT}\nname = "{game}"\nspec = "{load_shipped(game).spec}"\n'
        f'extends = "{game}"\n\n[rules]\n'
    )
    lines = [f"{number} = {json.dumps(name)}" for number, name in names.items()]
    return "\n".join([text or extending, "[names]", *lines, ""])
