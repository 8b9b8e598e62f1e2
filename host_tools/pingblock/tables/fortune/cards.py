"""Fortune cards, and the known decks (specification, sections 2 and 3).

Their words are in ``words.toml`` of the device's game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from pingblock.games.words import words_of_games
from pingblock.languages import _
from pingware.games.fortune.rules import DECKS as DEVICE_DECKS
from pingware.games.fortune.rules import cards_of


class FortuneCard(NamedTuple):
    """A Fortune card."""

    title: str
    rule: str  # id of its rule in the specification
    say: str  # text about the card's effect, for the players
    skulls: int = 0  # number of skulls on the card (FT-C09)
    swords: int = 0  # number of swords that the Sea Battle needs (FT-C04)
    face: str = ""  # face as which the card counts (FT-C06, FT-C07)


NONE = "none"  # means "no card" when dice are scored. It is not in a deck.
CHEST, CAPTAIN, SORCERESS, MONKEY = "chest", "captain", "sorceress", "monkey"
STORM, TRUCE, ZOMBIE = "storm", "truce", "zombie"

_WORDS = words_of_games()["fortune"]
_SAYS = {row.get("when", {}).get("card"): row.get("say") for row in _WORDS["outcome"]["card"]}


_RULES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "gold": ("FT-C06", {"face": "G"}),
    "diamond": ("FT-C07", {"face": "D"}),
    CAPTAIN: ("FT-C02", {}),
    SORCERESS: ("FT-C03", {}),
    CHEST: ("FT-C01", {}),
    MONKEY: ("FT-C08", {}),
    "sea2": ("FT-C04", {"swords": 2}),
    "sea3": ("FT-C04", {"swords": 3}),
    "sea4": ("FT-C04", {"swords": 4}),
    "skull1": ("FT-C09", {"skulls": 1}),
    "skull2": ("FT-C09", {"skulls": 2}),
    STORM: ("FT-C05", {}),
    TRUCE: ("FT-C11", {}),
    ZOMBIE: ("FT-C12", {}),
}
CARDS = {
    name: FortuneCard(_WORDS["names"]["card"][name], rule, _SAYS[name], **facts)
    for name, (rule, facts) in _RULES.items()
}

# Deck -> number of each card. The decks are those of the device. One of them is a guess (FT-A-02).
DECKS = {name: dict(Counter(cards_of(name))) for name in DEVICE_DECKS}


def title(name: str) -> str:
    """Returns the title of a card, such as "Sea Battle, 2 swords"."""
    return _(CARDS[name].title) if name in CARDS else _("no card")
