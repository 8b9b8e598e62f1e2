"""Form of a board file: its TOML, the keys of a table, and all faults in one refusal."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pingblock.errors import BadInput
from pingware.shared.rules import Rule, is_right, words_of

Fields = dict[str, Any]
Fault = tuple[int, str]  # line, reason
# Longer than any line of a board; a key of 100 000 parts on one line takes the reader minutes.
_REASON_MOST = 80  # Python's own may list a thousand names
_LINE_MOST = 2000
BYTES_MOST = 1_000_000  # of a file
_IN_WORDS = {"Cannot overwrite a value": "this key is there already"}


class BoardReport(NamedTuple):
    """Contents of a board file without faults.

    Args:
        name: that it gives itself.
        spaces: number of them.
        owned: number of spaces that somebody can own.
        called: what those are called, such as "deeds".
        missing: sentences about figures that are left out; then no game begins on it.
        unverified: sentences about what no source gives.
    """

    name: str
    spaces: int
    owned: int
    called: str
    missing: Sequence[str]
    unverified: Sequence[str]


class BoardFiles(NamedTuple):
    """Board files of a game.

    Args:
        specs: what its files may have as ``spec``.
        shipped_text: returns the text of a shipped board, by the name of its game.
        report: reads a text; BadInput, with the place of the file, for each fault.
        lacks_figures: figures can be missing, and ``pingblock table board edit`` fills them in.
    """

    specs: tuple[str, ...]
    shipped_text: Callable[[str], str]
    report: Callable[[str, str], BoardReport]
    lacks_figures: bool = False


def parsed(text: str, place: str) -> Fields:
    """Returns the fields of a board file's text; BadInput with its line if it is no TOML.

    Args:
        text: the TOML.
        place: its file, for the message.
    """
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if len(line) > _LINE_MOST:
            raise BadInput(f"{place}, line {number}: it has more than {_LINE_MOST} characters.")
    try:
        return tomllib.loads(text)
    except ValueError as fault:
        reason, _, where = str(fault).partition(" (at ")
        found = re.search(r"line (\d+)", where)
        number = int(found[1]) if found else len(lines)
        reason = _IN_WORDS.get(reason, f"this is not TOML: {reason[:_REASON_MOST]}")
        raise BadInput(f"{place}, line {number}: {reason}. Correct this line.") from None
    except RecursionError:
        raise BadInput(f"{place}: this is not TOML that can be read: nested too deep.") from None


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
