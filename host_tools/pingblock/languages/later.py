"""Texts stored in English and translated when they are shown.

The states, logs and events of a game are the same in every language, because they contain English
texts that keep their placeholders and values for a translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pingblock.languages import _, ngettext, pgettext

_NUMBERED = re.compile(r"(.+?)( \d+)?")


def NN_(one: str, many: str) -> tuple[str, str]:
    """Marks the two forms of a text that is translated later, when it is shown."""
    return one, many


def NC_(context: str, english: str) -> str:
    """Marks a text with a context, such as "name", that is translated later."""
    return english


class Later(str):
    """English text that can be translated later.

    Attributes:
        one: the text with its placeholders, or "" for a list of ``fields``.
        many: its form for several things, or "" if it has none.
        fields: the values of the placeholders. ``n`` selects the form.
    """

    one: str = ""
    many: str = ""
    fields: Mapping[str, Any]


def later(one: str, many: str = "", **fields: object) -> Later:
    """Makes a text that is translated later.

    Args:
        one: English text with named placeholders.
        many: its form for ``n`` things, if it has one.
        fields: the values of the placeholders. Texts among them are translated later, too.
    """
    form = many if many and fields["n"] != 1 else one
    return _made(form.format(**fields), one, many, fields)


def listed_later(items: Iterable[str]) -> Later:
    """Makes a list such as "Ann, Ben and Cleo" that is translated later."""
    fields = {str(at): item for at, item in enumerate(items)}
    return _made(listed(fields.values(), "and"), "", "", fields)


def name_later(english: str) -> Later:
    """Makes the name of a thing in a game that is translated later."""
    return listed_later([english])


def _made(english: str, one: str, many: str, fields: Mapping[str, Any]) -> Later:
    made = Later(english)
    made.one, made.many, made.fields = one, many, fields
    return made


def said(text: str) -> str:
    """Returns a text in the current language. A text that is not a ``Later`` stays unchanged."""
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
    """Returns the translated name of a known thing in a game, such as "Jail" or "Brown 2"."""
    found = _NUMBERED.fullmatch(english)
    return pgettext("name", found[1]) + (found[2] or "") if found else english


def listed(items: Iterable[str], last: str = "") -> str:
    """Returns a list such as "Ann, Ben and Cleo".

    Args:
        items: its words, which are not translated.
        last: the word before the last item. "" means "and".
    """
    *first, end = [*items] or [""]
    if not first:  # because most lists have one item
        return end
    last = last or pgettext("list", "and")
    return f"{', '.join(first)} {last} {end}"
