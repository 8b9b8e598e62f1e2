"""Translates texts: ``_("Roll again.")`` returns the text in the chosen language.

The sources contain the English texts. Each other language has a catalogue in this folder. A text
that a catalogue lacks stays English. This module also runs in a browser's Python.
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
    # Compiled catalogues (.mo files) use the same key.
    return f"{context}\x04{english}" if context else english


@dataclass(frozen=True)
class Words:
    """The texts of one language.

    Attributes:
        language: its code, such as "de".
        texts: the ``key`` of an English text to its translation, or to a list of forms if the text
            depends on a number.
        plurals: selects a form from such a list, as a C expression of ``n``.
    """

    language: str = "en"
    texts: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    plurals: str = "n != 1"

    def text(self, english: str, context: str = "") -> str:
        """Returns a text in this language."""
        found = self.texts.get(key(english, context), english)
        return found if isinstance(found, str) else found[0]

    def plural(self, one: str, many: str, n: int) -> str:
        """Returns the form of a text for ``n`` things. It still has the number's placeholder."""
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
    """Translates into this language until the end of the ``with`` statement."""
    before = _chosen.set(words)
    try:
        yield
    finally:
        _chosen.reset(before)


def spoken() -> Words:
    """Returns the words of the current language."""
    return _chosen.get()


def _(english: str) -> str:
    """Returns a text in the current language. Its placeholders ``{name}`` are not filled."""
    words = _chosen.get()
    # A shortcut, because referees call this very often.
    return english if words is ENGLISH else words.text(english)


def pgettext(context: str, english: str) -> str:
    """Returns the translation of an English word in the meaning that ``context`` names."""
    return _chosen.get().text(english, context)


def ngettext(one: str, many: str, n: int) -> str:
    """Returns the form of a text for ``n`` things. The placeholder of the number is not filled."""
    return _chosen.get().plural(one, many, n)


def N_(english: str) -> str:
    """Marks a text that is translated later, when it is shown."""
    return english
