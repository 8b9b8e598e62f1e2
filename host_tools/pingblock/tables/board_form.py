"""Syntax of a board file: its TOML, its tables' keys, and one error that lists all faults."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pingblock.errors import BadInput
from pingblock.languages import N_, _
from pingblock.tables.allowed import allowed
from pingware.shared.schema import Rule, is_right
from pingware.shared.wording import shown

Fields = dict[str, Any]
Fault = tuple[int, str]  # number of the line, and the reason
_REASON_MOST = 80  # characters of Python's message, which can list a thousand names
# Longer than any line of a board. The parser would need minutes for a line with a key of 100 000
# parts.
_LINE_MOST = 2000
BYTES_MOST = 1_000_000  # maximum bytes of a file
_IN_WORDS = {"Cannot overwrite a value": N_("this key already exists")}


class BoardReport(NamedTuple):
    """Facts about a board file without faults.

    Args:
        name: name of the board, as in the file.
        spaces: number of spaces.
        owned: number of spaces that a player can own.
        called: word for the spaces that can be owned, such as "deeds".
        missing: sentences about missing figures. If any are missing, a game cannot begin on this
            board.
        unverified: sentences about figures that no source gives.
    """

    name: str
    spaces: int
    owned: int
    called: str
    missing: Sequence[str]
    unverified: Sequence[str]


class Figure(NamedTuple):
    """A figure that a board file lacks.

    Args:
        space: number of the space.
        name: name of the space.
        set: set that the space belongs to, or "".
        key: key of the figure, such as "price".
    """

    space: int
    name: str
    set: str
    key: str


class BoardFiles(NamedTuple):
    """The functions with which a game reads its board files.

    Args:
        specs: allowed values of ``spec`` in its files.
        shipped_text: returns the text of a shipped board, given the name of its game.
        report: reads a text. Raises BadInput with file and line of each fault.
        figures: adds typed figures to a text that lacks some, see ``property/board_figures``, or
            None if no figure can be missing.
        ours: returns our own values for the figures that a text lacks, by place.
        names: returns the spaces of a shipped board that can have other names.
        renamed: gives other names to the spaces in a text, see ``property/board_figures``.
    """

    specs: tuple[str, ...]
    shipped_text: Callable[[str], str]
    report: Callable[[str, str], BoardReport]
    figures: Callable[[str, Mapping[str, str]], tuple[str, list[Figure]]] | None = None
    ours: Callable[[Iterable[Figure]], dict[str, str]] = lambda lacks: {}
    names: Callable[[str], list[tuple[int, str]]] = lambda game: []
    renamed: Callable[[str, str, Mapping[str, str]], str] = lambda game, text, names: text


def parsed(text: str, place: str) -> Fields:
    """Returns the fields in a board file's text. Raises BadInput with the line of a TOML error.

    Args:
        text: the TOML.
        place: name of the file, for messages.
    """
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if len(line) > _LINE_MOST:
            long = _("{place}, line {line}: it has more than {n} characters.")
            raise BadInput(long.format(place=place, line=number, n=_LINE_MOST))
    try:
        return tomllib.loads(text)
    except ValueError as fault:
        reason, _at, where = str(fault).partition(" (at ")
        found = re.search(r"line (\d+)", where)
        number = int(found[1]) if found else len(lines)
        strange = _("this is not TOML: {reason}").format(reason=reason[:_REASON_MOST])
        reason = _(_IN_WORDS[reason]) if reason in _IN_WORDS else strange
        say = _("{place}, line {line}: {reason}. Correct this line.")
        raise BadInput(say.format(place=place, line=number, reason=reason)) from None
    except RecursionError:
        deep = _("{place}: this is not TOML that can be read: nested too deep.")
        raise BadInput(deep.format(place=place)) from None


def key_faults(
    fields: Mapping[str, Any],
    rules: Mapping[str, Rule],
    needed: Iterable[str],
    line_of: Callable[[str], int],
    tables: Container[str] = (),
) -> Iterator[Fault]:
    """Yields unknown keys, missing keys and wrong values of a TOML table.

    Args:
        fields: the TOML table.
        rules: rules for its values, by key.
        needed: required keys.
        line_of: returns the line of a key.
        tables: keys whose values are tables, which the caller checks.
    """
    for key, value in fields.items():
        if key not in rules:
            unknown = _("'{key}' is not known here. Use one of {names}.")
            yield line_of(key), unknown.format(key=key, names=", ".join(rules))
        elif key not in tables and not is_right(rules[key], value):
            yield line_of(key), must_be(key, rules[key], value)
    for key in needed:
        if key not in fields:
            yield line_of(key), _("'{key}' is missing.").format(key=key)


def are_tables(value: object) -> bool:
    """Returns whether the value of a key is a list of TOML tables."""
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def must_be(key: str, rule: Rule, value: object) -> str:
    """Returns a sentence with a key's wrong value and the allowed values."""
    return _("{name} is {value}: it must be {allowed}.").format(
        name=f"'{key}'", value=shown(value), allowed=allowed(rule)
    )


def placed(place: str, fault: Fault) -> str:
    """Returns a fault with its file and line."""
    line, reason = fault
    return _("{place}, line {line}: {reason}").format(place=place, line=line, reason=reason)


def refuse(faults: Iterable[Fault], place: str) -> None:
    """Raises BadInput if there are faults: file, line and reason of each."""
    shown = [placed(place, fault) for fault in sorted(faults)]
    if shown:
        raise BadInput("\n".join(shown))
