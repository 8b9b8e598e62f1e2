"""Language of a game: the requested language, otherwise that of the environment."""

from __future__ import annotations

from collections.abc import Mapping

from pingblock.cards.strings import languages as of_the_block
from pingblock.common.suggestion import no_such
from pingblock.errors import BadInput
from pingblock.languages import ENGLISH, Words
from pingblock.languages.catalogues import languages, short_code, words_of

# The first of these that is set counts.
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def table_words(code: str) -> Words:
    """Returns the words of a language. If a language has only the block's words, the others are
    English.

    Args:
        code: a code such as "de".

    Raises:
        BadInput: the language does not exist.
    """
    short = short_code(code)
    if short in languages():
        return words_of(short)
    if short not in of_the_block():
        raise BadInput(no_such("language", code, tuple(of_the_block())))
    return Words(short)


def words_around(environment: Mapping[str, str]) -> Words:
    """Returns the words of an environment's language, or English words if it has none.

    Args:
        environment: variables such as ``os.environ``. LANGUAGE can list several codes with colons.
    """
    found = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    for code in found.split(":"):
        if short_code(code) in languages():
            return words_of(short_code(code))
    return ENGLISH
