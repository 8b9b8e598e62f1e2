"""A board's data as the host reads it, and the firmware's files for another board than ours."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from pingware.boards.chosen import board as chosen
from pingware.boards.pin import BoardPin

_FOLDER = "pingware/boards"


class BoardData(Protocol):
    """A module such as ``pingware.boards.rev_a``: data only, and one constant for each pin."""

    __file__: str | None

    @property
    def NAME(self) -> str:
        """Name of the board in ``hello``."""

    @property
    def GAMES(self) -> tuple[str, ...]:
        """Built-in parts: ``block``, ``base`` or both."""

    @property
    def PINS(self) -> tuple[BoardPin, ...]:
        """Every pin that is used."""


BOARD: BoardData = chosen


def gpios(board: BoardData = BOARD) -> dict[str, int]:
    """Returns signal -> GPIO number."""
    return {pin.name: pin.gpio for pin in board.PINS}


def firmware_files(board: BoardData) -> dict[str, bytes]:
    """Returns the firmware's files that make it one for ``board``: path to content."""
    if board is BOARD:
        return {}
    source = Path(board.__file__ or "")
    choice = f"from pingware.boards import {source.stem} as board\n"
    return {
        f"{_FOLDER}/{source.name}": source.read_bytes(),
        f"{_FOLDER}/chosen.py": choice.encode(),
    }
