"""A language in strange letters. Readable text in it was never marked for translation."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from tools.words import said

from pingblock.languages import Words, key

_PARTS = re.compile(r"(\{\w*\})|([A-Za-z])")


@cache
def strange_words() -> Words:
    """Returns the words: texts of the sources with changed letters and unchanged placeholders."""
    texts = {
        key(text.one, text.context): [_strange(text.one), _strange(text.many)]
        if text.many
        else _strange(text.one)
        for text in said()
    }
    return Words("xx", texts)


def _strange(text: str) -> str:
    return _PARTS.sub(lambda part: part[1] or "ж", text)


def readable(text: str, known: Collection[str]) -> list[str]:
    """Returns the words of two or more Latin letters that are not ``known``."""
    return [word for word in re.findall(r"[A-Za-z]{2,}", text) if word not in known]
