"""Texts stored in English and translated when they are shown.

A state, a log and an event of a table are the same in every language: what they hold of words is
English text that remembers what it was made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pingblock.languages import _, ngettext, pgettext

_NUMBERED = re.compile(r"(.+?)( \d+)?")


def NN_(one: str, many: str) -> tuple[str, str]:
    """Marks both forms of a text that is translated where it is said."""
    return one, many


def NC_(context: str, english: str) -> str:
    """Marks a text with a context that is translated later, such as "name"."""
    return english


class Later(str):
    """English text that can be said in another language.

    Attributes:
        one: the text with its places, "" for a list of ``fields``.
        many: its form for several things, "" if it has no such form.
        fields: what stands in its places; ``n`` chooses the form.
    """

    one: str = ""
    many: str = ""
    fields: Mapping[str, Any]


def later(one: str, many: str = "", **fields: Any) -> Later:
    """Makes a text that is said later.

    Args:
        one: English, with named places.
        many: its form for ``n`` things, if it has one.
        fields: what stands in the places; texts among them are said later, too.
    """
    form = many if many and fields["n"] != 1 else one
    return _made(form.format(**fields), one, many, fields)


def listed_later(items: Iterable[str]) -> Later:
    """Makes a list such as "Ann, Ben and Cleo" that is said later."""
    fields = {str(at): item for at, item in enumerate(items)}
    return _made(listed(fields.values(), "and"), "", "", fields)


def name_later(english: str) -> Later:
    """Makes the name of a thing on the table that is said later."""
    return listed_later([english])


def _made(english: str, one: str, many: str, fields: Mapping[str, Any]) -> Later:
    made = Later(english)
    made.one, made.many, made.fields = one, many, fields
    return made


def said(text: str) -> str:
    """Returns a text in the language that is spoken; one that is no ``Later`` is a name."""
    if not isinstance(text, Later):
        return name(text)
    fields: dict[str, Any] = {
        key: said(each) if isinstance(each, str) else each for key, each in text.fields.items()
    }
    if not text.one:
        return listed(fields.values())
    form = ngettext(text.one, text.many, fields["n"]) if text.many else _(text.one)
    return form.format(**fields)


def name(english: str) -> str:
    """Returns the name of a thing on the table, such as "Jail" or "Brown 2", if it is known."""
    found = _NUMBERED.fullmatch(english)
    return pgettext("name", found[1]) + (found[2] or "") if found else english


def listed(items: Iterable[str], last: str = "") -> str:
    """Returns a list such as "Ann, Ben and Cleo".

    Args:
        items: its words, as they are.
        last: between the last two; "": and.
    """
    *first, end = [*items] or [""]
    if not first:  # because most lists at a table have one item
        return end
    last = last or pgettext("list", "and")
    return f"{', '.join(first)} {last} {end}"
