"""Rules of the games in words, each with where it comes from."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from pingblock.errors import BadInput

_ROOMS = ("property", "storm", "fortune", "worms")


class RuleText(NamedTuple):
    """One rule; ``outside`` if it is not of the edition's own text."""

    rule: str
    say: str
    source: str
    outside: bool


@cache
def rule_texts() -> dict[str, RuleText]:
    """Returns all rules by their ids."""
    assert __package__ is not None
    tables: dict[str, dict[str, str]] = {}
    for room in _ROOMS:
        text = (files(__package__) / room / "rules.toml").read_text(encoding="utf-8")
        tables |= tomllib.loads(text)
    return {
        rule: RuleText(rule, say, table["source"], table["source"].startswith("from outside"))
        for table in tables.values()
        for rule, say in table.items()
        if rule != "source"
    }


def rule_text(rule: str) -> RuleText:
    """Returns a rule by its id, such as SM-24; BadInput if there is none."""
    found = rule_texts().get(rule.upper())
    if found is None:
        raise BadInput(f"There is no rule '{rule}' of these games: SM-24 is one.")
    return found
