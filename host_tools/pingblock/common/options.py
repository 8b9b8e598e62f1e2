"""Declared settings for people and programs: words, choices, JSON schema, table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pingblock.common import declared
from pingware.shared import schema
from pingware.shared.schema import Rule
from pingware.shared.wording import words_of


@dataclass(frozen=True)
class Option:
    """A declared setting. ``help`` is a sentence about it."""

    name: str
    default: object
    rule: Rule
    help: str

    @property
    def allowed(self) -> str:
        """The allowed values in words, such as "an integer from 0 to 10"."""
        return words_of(self.rule)


def by_name(*options: Option) -> Mapping[str, Option]:
    """Returns the options by their names, in their order."""
    return {each.name: each for each in options}


OPTIONS = by_name(
    *(Option(name, each.default, each.rule, each.help) for name, each in declared.SETTINGS.items())
)


def choices(rule: Rule) -> list[str]:
    """Returns all allowed values as text, or an empty list if they cannot be listed."""
    if rule.kind == schema.SWITCH:
        return ["on", "off"]
    return [str(value) for value in rule.of] if rule.kind == schema.ONE_OF else []


def json_schema(rule: Rule) -> dict[str, object]:
    """Returns a rule as JSON Schema, without conditions that JSON Schema cannot express."""
    if rule.kind == schema.WHOLE:
        return _bounded("integer", "minimum", "maximum", rule)
    if rule.kind == schema.TEXT:
        return _bounded("string", "minLength", "maxLength", rule)
    if rule.kind == schema.LIST:
        return {**_bounded("array", "minItems", "maxItems", rule), "items": json_schema(rule.of)}
    if rule.kind == schema.OBJECT:
        values = {} if rule.of is None else json_schema(rule.of)
        return {"type": "object", "maxProperties": rule.most, "additionalProperties": values}
    if rule.kind == schema.ONE_OF:
        return {"enum": list(rule.of)}
    if rule.kind == schema.EITHER:
        return {"anyOf": [json_schema(each) for each in rule.of]}
    if rule.kind == schema.SUCH_THAT:
        return json_schema(rule.of[0])
    return {"type": "boolean"} if rule.kind == schema.SWITCH else json_schema(rule.of)


def _bounded(kind: str, least: str, most: str, rule: Rule) -> dict[str, object]:
    ends = {least: rule.least, most: rule.most}
    return {"type": kind, **{name: end for name, end in ends.items() if end is not None}}
