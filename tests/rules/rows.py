"""Rules as rows of data. Each layer that has a rule plays its rows."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent


def rows(game: str, claim: str = "id") -> list[Any]:
    """Returns the rows of a game that have the field ``claim``, as parameters of a test.

    A row with ``for`` is one row for each of its tables, whose values are added to the row and
    replace ``{name}`` in it.
    """
    found = tomllib.loads((FOLDER / f"{game}.toml").read_text("utf-8"))["row"]
    each = [_filled(row, at) | at for row in found for at in row.pop("for", [{}])]
    return [pytest.param(row, id=row["id"]) for row in each if claim in row]


def _filled(value: Any, values: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {str(_filled(name, values)): _filled(each, values) for name, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, values) for each in value]
    if not isinstance(value, str):
        return value
    if value[1:-1] in values and value == f"{{{value[1:-1]}}}":
        return values[value[1:-1]]
    for name, each in values.items():
        value = value.replace(f"{{{name}}}", str(each))
    return value


def rolls_of(row: dict[str, Any]) -> Iterator[tuple[int, tuple[int, ...], str]]:
    """Yields the rolls of a row: number of the try to leave jail, or 0, dice, and verdict."""
    nth = int("jail" in row)
    for dice, verdict in zip(row["rolls"], row["verdicts"], strict=True):
        yield nth, tuple(dice), verdict
        nth = nth + 1 if nth and verdict == "stay" else 0
