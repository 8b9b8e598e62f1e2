"""The catalogues: a file such as ``de.po`` in this folder for each language except English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import polib

from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput
from pingblock.languages import ENGLISH, Words, key

FOLDER = Path(__file__).parent
WHOLE = ("de", "fr")  # A release has these complete. Other catalogues can lack sentences.
_PLURALS = re.compile(r"plural=(.+?);?$")


def languages() -> list[str]:
    """Returns the codes of all languages, English first."""
    return [ENGLISH.language, *sorted(path.stem for path in FOLDER.glob("*.po"))]


def short_code(code: str) -> str:
    """Returns the language part of a code: "de" of "de_AT.UTF-8", "pt" of "pt-BR"."""
    return re.split(r"[-_.@]", code.lower())[0]


@cache
def words_of(code: str) -> Words:
    """Returns the words of a language.

    Args:
        code: a code such as "de", "de_AT.UTF-8" or "DE-ch".

    Raises:
        BadInput: this language has no catalogue.
    """
    short = short_code(code)
    if short == ENGLISH.language:
        return ENGLISH
    if short not in languages():
        raise BadInput(no_such("language", code, languages()))
    path = str(FOLDER / f"{short}.po")
    entries = polib.pofile(path, encoding="utf-8")
    texts = {
        key(each.msgid, each.msgctxt or ""): _said(each) for each in entries.translated_entries()
    }
    rule = _PLURALS.search(entries.metadata["Plural-Forms"])
    return Words(short, texts, rule[1] if rule else ENGLISH.plurals)


def _said(entry: polib.POEntry) -> str | Sequence[str]:
    forms: dict[int, str] = entry.msgstr_plural
    return [forms[n] for n in sorted(forms)] if forms else entry.msgstr
