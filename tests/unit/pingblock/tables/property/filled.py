"""A celebration board with invented figures, for tests only."""

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from typing import Any

import tomlkit

from pingblock.tables.property.board_file import shipped_text


@cache
def _shipped() -> dict[str, Any]:
    return tomlkit.parse(shipped_text("celebration")).unwrap()


def filled_board(changes: Mapping[str, Mapping[str, Any]] | None = None) -> str:
    """Returns the shipped board with figures: four levels of sets, from 1 coin to 4.

    Args:
        changes: other figures by the name of their space.
    """
    return _with(changes) if changes else _unchanged()


@cache
def _unchanged() -> str:
    return _with({})


def _with(changes: Mapping[str, Mapping[str, Any]]) -> str:
    board = deepcopy(_shipped())
    locations = 0
    for space in board["space"]:
        if space["kind"] == "location":
            level = locations // 4
            locations += 1
            space["price"] = 1 + level
            space["rent"] = [1 + level, 2 + level, 4 + level, 6 + level, 8 + level, 10 + level]
            space["house_cost"], space["hotel_cost"] = 1 + level, 2 + level
            space["mortgage"], space["unmortgage"] = 1 + level // 2, 2 + level // 2
        elif space["kind"] == "utility":
            space["price"], space["mortgage"], space["unmortgage"] = 2, 1, 2
        elif space["kind"] == "tax":
            space["tax"] = 2
        space.update(changes.get(space["name"], {}))
    return tomlkit.dumps(board)
