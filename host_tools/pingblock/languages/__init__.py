"""Translation of texts: ``_("Roll again.")`` returns the text in the chosen language.

The sources hold the English texts; beside this file is one catalogue for each other language. A
text that a catalogue lacks stays English. This module runs in a browser's Python, too.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property


def key(english: str, context: str = "") -> str:
    """Returns the key of a text in ``Words.texts``."""
    return f"{context}\x04{english}" if context else english  # as in compiled catalogues


@dataclass(frozen=True)
class Words:
    """Texts of one language.

    Attributes:
        language: its code, such as "de".
        texts: the ``key`` of an English text to the language's own; a list where it depends on a
            number.
        plurals: which of such a list, as a C expression of ``n``.
    """

    language: str = "en"
    texts: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    plurals: str = "n != 1"

    def text(self, english: str, context: str = "") -> str:
        """Returns a text in this language."""
        found = self.texts.get(key(english, context), english)
        return found if isinstance(found, str) else found[0]

    def plural(self, one: str, many: str, n: int) -> str:
        """Returns the form of a text for ``n`` things; the number is not yet in it."""
        found = self.texts.get(one, ())
        if isinstance(found, str) or not found:
            return one if n == 1 else many
        return found[min(self._which(n), len(found) - 1)]

    @cached_property
    def _which(self) -> Callable[[int], int]:
        return gettext.c2py(self.plurals)


ENGLISH = Words()
_chosen: ContextVar[Words] = ContextVar("words", default=ENGLISH)


@contextmanager
def speaking(words: Words) -> Iterator[None]:
    """Says all in this language meanwhile."""
    before = _chosen.set(words)
    try:
        yield
    finally:
        _chosen.reset(before)


def spoken() -> Words:
    """Returns the words that are spoken now."""
    return _chosen.get()


def _(english: str) -> str:
    """Returns a text in the language that is spoken; its places ``{name}`` are not yet filled."""
    words = _chosen.get()
    return english if words is ENGLISH else words.text(english)  # referees ask this very often


def pgettext(context: str, english: str) -> str:
    """Returns a text of which English has one word for two meanings."""
    return _chosen.get().text(english, context)


def ngettext(one: str, many: str, n: int) -> str:
    """Returns the form of a text for ``n`` things; the number is not yet in it."""
    return _chosen.get().plural(one, many, n)


def N_(english: str) -> str:
    """Marks a text that is translated later, where it is said."""
    return english
