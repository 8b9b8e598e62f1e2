"""Form of a board file: its TOML, the keys of a table, and all faults in one refusal."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any

from pingblock.errors import BadInput
from pingware.shared.rules import Rule, is_right, words_of

Fields = dict[str, Any]
Fault = tuple[int, str]  # line, reason
_IN_WORDS = {"Cannot overwrite a value": "this key is there already"}


def parsed(text: str, place: str) -> Fields:
    """Returns the fields of a board file's text; BadInput with its line if it is no TOML.

    Args:
        text: the TOML.
        place: its file, for the message.
    """
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        reason, _, where = str(fault).partition(" (at ")
        number = re.search(r"line (\d+)", where)
        line = int(number[1]) if number else len(text.splitlines())
        reason = _IN_WORDS.get(reason, f"this is no TOML: {reason}")
        raise BadInput(f"{place}, line {line}: {reason}. Correct this line.") from None


def key_faults(
    fields: Mapping[str, Any],
    rules: Mapping[str, Rule],
    needed: Iterable[str],
    line_of: Callable[[str], int],
    tables: Container[str] = (),
) -> Iterator[Fault]:
    """Yields unknown keys, missing keys and wrong values of one table.

    Args:
        fields: the table.
        rules: of its values, by key.
        needed: keys that must be there.
        line_of: returns the line of a key.
        tables: keys whose values are tables, which are checked by themselves.
    """
    for key, value in fields.items():
        if key not in rules:
            yield line_of(key), f"'{key}' is not known here. Known are {', '.join(rules)}."
        elif key not in tables and not is_right(rules[key], value):
            yield line_of(key), f"'{key}' must be {words_of(rules[key])}."
    for key in needed:
        if key not in fields:
            yield line_of(key), f"'{key}' is missing."


def refuse(faults: Iterable[Fault], place: str) -> None:
    """Raises BadInput with a line for each fault: file, line and reason; nothing if none is."""
    shown = [f"{place}, line {line}: {reason}" for line, reason in sorted(faults)]
    if shown:
        raise BadInput("\n".join(shown))
