"""Reads the settings that people type, and checks them with the device's rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pingblock.common.input_file import parse_json
from pingblock.common.options import OPTIONS, choices
from pingblock.common.suggestion import nearest, no_such
from pingblock.errors import BadInput
from pingware.shared import motion, schema
from pingware.shared.schema import Rule
from pingware.shared.wording import wrong_value

_YES, _NO = ("on", "true", "yes"), ("off", "false", "no")
_NESTED = ("[", "{")
_EQUAL_ENDS = "run_s"  # run_s=20 means run_s=20,20: shortest and longest wiggle


def defaults(wanted: Iterable[str]) -> dict[str, object]:
    """Returns the defaults of some settings by name. Raises BadInput for an unknown name."""
    wanted = list(wanted)
    check_names(wanted)
    return {name: OPTIONS[name].default for name in wanted}


def check_names(wanted: Iterable[str]) -> None:
    """Raises BadInput with each unknown setting and the nearest known one."""
    unknown = [name for name in wanted if name not in OPTIONS]
    if unknown:
        raise BadInput(" ".join(no_such("setting", name, OPTIONS) for name in unknown))


def check(values: Mapping[str, object]) -> None:
    """Raises BadInput with all errors if a name is unknown or a value is invalid."""
    check_names(values)
    wrong = [problem for name in values if (problem := _problem(name, values[name]))]
    if wrong:
        raise BadInput(" ".join(wrong))


def parse(assignments: Iterable[str]) -> dict[str, object]:
    """Reads words such as volume=3, mute_lock=off, run_s=10,20, names=Ann,Bob.

    Raises:
        BadInput: a word is wrong.
    """
    pairs = [_split(word) for word in assignments]
    check_names(name for name, _ in pairs)
    found = {name: read_value(OPTIONS[name].rule, text) for name, text in pairs}
    ends = found.get(_EQUAL_ENDS)
    if isinstance(ends, list) and len(ends) == 1:
        found[_EQUAL_ENDS] = ends * 2
    if len(found) < len(pairs):
        twice = [name for at, (name, _) in enumerate(pairs) if name in dict(pairs[:at])]
        raise BadInput(f"{twice[0]} is named twice: give each setting one value.")
    check(found)
    return found


def shown(value: object) -> str:
    """Returns a value as a person would type it: on, 3, 10,20, or JSON for nested values."""
    if isinstance(value, bool):
        return _YES[0] if value else _NO[0]
    if isinstance(value, list) and all(_is_plain(item) for item in value):
        plain = ",".join(map(str, value))
        if not plain.startswith(_NESTED):
            return plain
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def changes(
    before: Mapping[str, object], after: Mapping[str, object]
) -> dict[str, tuple[Any, Any]]:
    """Returns the values that differ, by name: (old, new)."""
    return {
        name: (before.get(name), after[name])
        for name in after
        if name not in before or before[name] != after[name]
    }


def _split(word: str) -> tuple[str, str]:
    name, equals, text = word.partition("=")
    if not equals:
        raise BadInput(f"'{word}' is not NAME=VALUE, such as volume=3.")
    return name.strip(), text.strip()


def read_value(rule: Rule, text: str) -> Any:
    """Reads a value. Unreadable text stays text, so that the rule reports the error."""
    if rule.kind == schema.SUCH_THAT:
        return read_value(rule.of[0], text)
    if rule.kind == schema.SWITCH:
        return _switch(text)
    if rule.kind == schema.ONE_OF:
        return next((each for each in rule.of if str(each) == text), text)
    if rule.kind == schema.TEXT:
        return text
    if rule.kind != schema.LIST or text.startswith(_NESTED):
        return _json(text)
    return [read_value(rule.of, part.strip()) for part in text.split(",")] if text else []


def _switch(text: str) -> Any:
    if text.lower() in _YES:
        return True
    return False if text.lower() in _NO else text


def _json(text: str) -> Any:
    """Returns the value of a JSON text. Other text stays unchanged, for the setting's rule."""
    try:
        return parse_json(text)
    except BadInput:
        return text


def _problem(name: str, value: object) -> str:
    option = OPTIONS[name]
    if not schema.is_right(option.rule, value):
        near = nearest(str(value), choices(option.rule))
        helps = f" Did you mean '{near}'?" if near else ""
        return f"{wrong_value(name, option.rule, value)}.{helps}"
    if name == "servo":
        return str(motion.load(value)[1])
    return ""


def _is_plain(item: object) -> bool:
    return isinstance(item, int) or (isinstance(item, str) and "," not in item and item != "")
