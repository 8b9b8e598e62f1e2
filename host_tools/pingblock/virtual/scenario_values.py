"""Checks of single values in a scenario: each returns the value, or says what it should be."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Iterable
from typing import Any

from pingblock.virtual.parts.contact import CLEAN, DEFAULT, Bounce

MAX_CELLS = 4
MAX_SHOWN = 20  # digits of a wrong number


class ScenarioError(ValueError):
    """Error in a scenario's value, without the line number."""


def range_of(least: float, most: float, unit: str) -> Callable[[Any], float]:
    """Returns a check for a number from ``least`` to ``most``; ``unit`` is for the message."""

    def check(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ScenarioError(f"is {json.dumps(value)}; it must be a number of {unit}.")
        if not least <= value <= most:  # also refuses NaN
            shown = str(value) if len(str(value)) <= MAX_SHOWN else f"{str(value)[:MAX_SHOWN]}..."
            raise ScenarioError(f"is {shown}; it must be {least:g} to {most:.12g} {unit}.")
        return float(value)

    return check


def whole(least: int, most: int, unit: str) -> Callable[[Any], int]:
    """Returns a check for a whole number from ``least`` to ``most``."""
    number = range_of(least, most, unit)

    def check(value: Any) -> int:
        if number(value) % 1:
            raise ScenarioError(f"is {value}; it must be a whole number of {unit}.")
        return int(value)

    return check


def one_of(names: Iterable[str]) -> Callable[[Any], str]:
    """Returns a check for one of some words."""
    known = tuple(names)

    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in known:
            raise ScenarioError(f"is {json.dumps(value)}; it can be {', '.join(known)}.")
        return value

    return check


def one_or_more(check: Callable[[Any], float]) -> Callable[[Any], float | list[float]]:
    """Returns a check for one number for all cells, or a list with one for each of 1 to 4."""

    def each(value: Any) -> float | list[float]:
        if not isinstance(value, list):
            return check(value)
        if not 1 <= len(value) <= MAX_CELLS:
            raise ScenarioError(f"lists {len(value)} cells; there can be 1 to {MAX_CELLS}.")
        return [check(item) for item in value]

    return each


def a_bool(value: Any) -> bool:
    """Checks for true or false."""
    if not isinstance(value, bool):
        raise ScenarioError(f"is {json.dumps(value)}; it must be true or false.")
    return value


def a_line(value: Any) -> str:
    """Checks for one line to send: a text, or an object to be written as JSON."""
    if isinstance(value, dict):
        return json.dumps(value, separators=(",", ":"))
    if not isinstance(value, str):
        raise ScenarioError(f"is {json.dumps(value)}; it must be a text or an object.")
    return value


def a_base64(value: Any) -> bytes:
    """Checks for bytes in base64."""
    try:
        return b64decode(value, validate=True)
    except (TypeError, ValueError):
        raise ScenarioError("must be bytes in base64.") from None


_BOUNCE: dict[str, Callable[[Any], Any]] = {
    "bounce_ms": range_of(0, 100, "ms"),
    "edges": whole(0, 100, "edges"),
    "spike_us": range_of(0, 10_000, "us"),
    "stuck": a_bool,
}


def a_bounce(value: Any) -> Bounce:
    """Checks for true, false, a number of ms, or an object with some of the options."""
    if isinstance(value, bool):
        return DEFAULT if value else CLEAN
    if not isinstance(value, dict):
        return Bounce(bounce_ms=_BOUNCE["bounce_ms"](value))
    options = {}
    for name, option in value.items():
        if name not in _BOUNCE:
            raise ScenarioError(f"has '{name}'; it can have {', '.join(_BOUNCE)}.")
        options[name] = _BOUNCE[name](option)
    return Bounce(**options)
