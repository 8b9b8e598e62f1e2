"""Words of the page: a file for each language, which the page loads if it is chosen.

German and French have all of it. The other languages of the reminder cards have the block's own
words, out of the cards' texts; what is not in a file the page says in English.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from pingblock.cards.strings import card_in
from pingblock.cards.strings import languages as of_cards
from pingblock.languages import Words
from pingblock.languages.catalogues import languages, words_of

# What the page says of an outcome, by the badge of its line on a card: title, then what to do.
_OUTCOMES = {
    "»": ("Power-up", "Roll the die and move again."),
    "−5": ("Villain's laugh", "Pay the bank 5 coins."),
    "−10": ("Game-over tune", "Pay the bank 10 coins."),
}
_COINS = ("{n} coin", "Take {n} coin from the bank.")


def word_files() -> dict[str, bytes]:
    """Returns the files: path beneath the page's folder to content."""
    found = {code: Words(code, of_the_block(code)) for code in of_cards()}
    found |= {code: words_of(code) for code in languages()}
    del found["en"]
    return {f"languages/{code}.json": _json(asdict(words)) for code, words in found.items()}


def of_the_block(code: str) -> dict[str, str | Sequence[str]]:
    """Returns the block's own words in a language of the cards, by the page's English."""
    card = card_in(code)
    where, _, press = card.press.partition("?")
    made: dict[str, str | Sequence[str]] = {
        "Press the block": press.strip(" ."),
        "or pull the lever, and let it go": f"{where}?",
        "Press here": press.strip(" ."),
    }
    for badge, line in card.sounds:
        title, _, does = line.partition(":")
        if badge in _OUTCOMES:
            made |= zip(_OUTCOMES[badge], (title, _sentence(does)), strict=True)
        else:
            made |= zip(_COINS, (["+{n}"] * 2, [line] * 2), strict=True)
    return made


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:]


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
