"""Words that people type in the language of the game: ``karte zahle 45`` is ``card pay 45``.

An entry of a catalogue is one word, or several synonyms separated by commas.
"""

from __future__ import annotations

from collections.abc import Iterable

from pingblock.languages import pgettext
from pingware.games.block.outcomes import FAMILIES

CONTEXT = "typed"
_OF_TABLES = """
    accept ask back bankrupt bid bomb build buy card chest correct deal decline dice drop end
    first hand_out heal join keep leave lift mortgage move offer outcome pass pay pay_fee
    place pull put_up refuse roll run sell shoot sold stop storm time time_up transfer use
    use_card waive want worm action amount colour damage deck deeds effect far gain give_cards
    give_cash give_deeds give_items give_places giver hole hotel house hp item items kind
    level missing more name number on once owner player points seen space spaces steps
    take_cards take_cash take_deeds take_items take_places taker target to tries wall what
    auction bandages bank brick buildings captain cash collect crosshair diamond give go_to
    gold jail jail_card monkey nothing pot receive repairs sea2 sea3 sea4 share skull1 skull2
    draw station times turn_card utility
    immunity loan lend
    sorceress step take truce turn worms zombie help undo rule bot position again quit off
"""
# The catalogues translate these with the context "typed".
WORDS = (*_OF_TABLES.split(), *(family.kind for family in FAMILIES))

# Words that people may type although they mean another verb.
_SIMILAR = {"transfer": ("pay", "give", "get", "receive")}


def english(word: str, among: Iterable[str]) -> str:
    """Returns the English word for a typed one. If there is none, returns the typed word in small
    letters.

    Args:
        word: the typed word, in English or in the current language.
        among: the English words that are possible.
    """
    folded = word.casefold()
    known = [each for each in among if isinstance(each, str)]
    if folded in known:
        return folded
    return next((each for each in known if folded in own_words(each)), folded)


def own_words(word: str) -> list[str]:
    """Returns the words in the current language for an English word, in small letters."""
    return [each.strip().casefold() for each in pgettext(CONTEXT, word).split(",")]


def similar_words(do: str) -> list[str]:
    """Returns words of similar meaning that are not verbs, in English or translated."""
    return [said for word in _SIMILAR.get(do, ()) for said in (word, *own_words(word))]
