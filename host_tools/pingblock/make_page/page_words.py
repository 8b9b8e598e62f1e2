"""Words of the page: a file for each language, which the page loads when the language is chosen.

The words come from a language's catalogue. The block's outcomes come from the texts of the
reminder cards. If a language has no catalogue, all words about the block come from them. Words
that a file lacks stay English.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from pingblock.cards.strings import card_in, outcome_in
from pingblock.cards.strings import languages as of_cards
from pingblock.games.words import words_of_games
from pingblock.languages import Words
from pingblock.languages.catalogues import languages, words_of
from pingblock.make_page.page_pack import compact

_COINS = ("{n} coin", "Take {n} coin from the bank.")


def word_files() -> dict[str, bytes]:
    """Returns the files: path on the page to content."""
    catalogues = {code: words_of(code) for code in languages()}
    found = {}
    for code in {*of_cards(), *catalogues} - {"en"}:
        words = catalogues.get(code, Words(code))
        texts = {**(of_the_block(code) if code in of_cards() else {}), **words.texts}
        known = {**asdict(words), "texts": texts, "catalogue": code in catalogues}
        found[f"languages/{code}.json"] = compact(known)
    return found


def of_the_block(code: str) -> dict[str, str | Sequence[str]]:
    """Returns the words about the block in a language of the cards: English -> translation."""
    card = card_in(code)
    where, _, press = card.press.partition("?")
    made: dict[str, str | Sequence[str]] = {
        "Press the block": press.strip(" ."),
        "or pull the lever of the apple to stir its worms": f"{where}?",
        "Press here": press.strip(" ."),
    }
    for kind, (words, *_) in words_of_games()["block"]["outcome"].items():
        line = outcome_in(code, kind)
        if isinstance(words["title"], list):
            made |= zip(_COINS, (["+{n}"] * 2, [line] * 2), strict=True)
            continue
        title, _, does = line.partition(":")
        made |= {words["title"]: title.strip(), words["say"]: _sentence(does)}
    return made


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:]
