"""Rules of the games in words, each with its source."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput
from pingblock.languages import _
from pingblock.tables.property import BLOCK
from pingblock.tables.registry import TABLES

# Game -> sections with its rules, in the order in which they are listed.
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "block": BLOCK,
    **{each.name: each.sections for each in TABLES.values()},
}


class RuleText(NamedTuple):
    """A rule in English. ``outside`` is true if the rule does not come from the edition's text."""

    rule: str
    say: str
    source: str
    outside: bool


@cache
def _sections() -> dict[str, list[RuleText]]:
    """Returns the rules of each section of the files."""
    assert __package__ is not None
    tables: dict[str, dict[str, str]] = {}
    for folder in dict.fromkeys(each.folder for each in TABLES.values()):
        text = (files(f"{__package__}.{folder}") / "rules.toml").read_text(encoding="utf-8")
        tables |= tomllib.loads(text)
    return {
        name: [
            RuleText(rule, say, table["source"], table["source"].startswith("from outside"))
            for rule, say in table.items()
            if rule != "source"
        ]
        for name, table in tables.items()
    }


@cache
def rule_texts() -> dict[str, RuleText]:
    """Returns all rules by their ids."""
    return {each.rule: each for section in _sections().values() for each in section}


def rules_of(game: str) -> list[RuleText]:
    """Returns the rules of a game, grouped by source.

    Raises:
        BadInput: no game has this name.
    """
    if game not in SECTIONS:
        raise BadInput(no_such("game", game, tuple(SECTIONS)))
    return [_said(rule) for name in SECTIONS[game] for rule in _sections()[name]]


def in_words(rules: Sequence[RuleText]) -> str:
    """Returns rules as text: one line for each rule, below the line of its source."""
    lines: list[str] = []
    wide = max(len(each.rule) for each in rules)
    source = ""
    for each in rules:
        if each.source != source:
            source = each.source
            lines += ["", f"{source[0].upper()}{source[1:]}:"]
        lines.append(f"{each.rule:<{wide}}  {each.say}")
    return "\n".join(lines[1:])


def rule_text(rule: str) -> RuleText:
    """Returns a rule by its id, such as SM-24. Raises BadInput for an unknown id."""
    found = rule_texts().get(rule.upper())
    if found is None:
        say, option = (
            _("There is no rule '{rule}'."),
            _("'pingblock rules GAME' lists those of a game."),
        )
        raise BadInput(say.format(rule=rule), option)
    return _said(found)


def _said(rule: RuleText) -> RuleText:
    return rule._replace(say=_(rule.say), source=_(rule.source))
