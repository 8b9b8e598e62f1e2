"""Words of the page: a file for each language, which the page loads if it is chosen.

A catalogue has the words of a language. The block's outcomes come from the texts of the reminder
cards. If a language has no catalogue, all of the block's words come from there. Words that are not
in a file stay in English.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from pingblock.cards.strings import card_in, outcome_in
from pingblock.cards.strings import languages as of_cards
from pingblock.games.words import words_of_games
from pingblock.languages import Words
from pingblock.languages.catalogues import languages, words_of

_COINS = ("{n} coin", "Take {n} coin from the bank.")


def word_files() -> dict[str, bytes]:
    """Returns the files: path beneath the page's folder to content."""
    catalogues = {code: words_of(code) for code in languages()}
    found = {}
    for code in {*of_cards(), *catalogues} - {"en"}:
        words = catalogues.get(code, Words(code))
        texts = {**(of_the_block(code) if code in of_cards() else {}), **words.texts}
        known = {**asdict(words), "texts": texts, "catalogue": code in catalogues}
        found[f"languages/{code}.json"] = _json(known)
    return found


def of_the_block(code: str) -> dict[str, str | Sequence[str]]:
    """Returns the block's words in a language of the cards, by the page's English."""
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


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
