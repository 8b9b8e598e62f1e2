"""Rules as rows of data. Each layer that has a rule plays its rows."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent


def rows(game: str, claim: str = "id") -> list[Any]:
    """Returns the rows of a game that have the field ``claim``, as parameters of a test."""
    found = tomllib.loads((FOLDER / f"{game}.toml").read_text("utf-8"))["row"]
    return [pytest.param(each, id=each["id"]) for each in found if claim in each]


def rolls_of(row: dict[str, Any]) -> Iterator[tuple[int, tuple[int, ...], str]]:
    """Yields the rolls of a row: number of the try to leave jail, or 0, dice, and verdict."""
    nth = int("jail" in row)
    for dice, verdict in zip(row["rolls"], row["verdicts"], strict=True):
        yield nth, tuple(dice), verdict
        nth = nth + 1 if nth and verdict == "stay" else 0
