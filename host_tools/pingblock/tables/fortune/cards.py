"""Fortune cards and the decks that are known of them (spec, sections 2 and 3)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from pingware.games.fortune.rules import DECKS as DEVICE_DECKS
from pingware.games.fortune.rules import cards_of


class FortuneCard(NamedTuple):
    """A Fortune card."""

    title: str
    rule: str  # id in the spec
    say: str  # what it does, for the table
    skulls: int = 0  # FT-C09
    swords: int = 0  # FT-C04: how many the Sea Battle asks for
    face: str = ""  # FT-C06, FT-C07: what it counts as


NONE = "none"  # scores as if there was no card; in no deck
CHEST, CAPTAIN, SORCERESS, MONKEY = "chest", "captain", "sorceress", "monkey"
STORM, TRUCE, ZOMBIE = "storm", "truce", "zombie"

CARDS = {
    "gold": FortuneCard("Gold", "FT-C06", "One gold coin more, also in sets.", face="G"),
    "diamond": FortuneCard("Diamond", "FT-C07", "One diamond more, also in sets.", face="D"),
    CAPTAIN: FortuneCard("Captain", "FT-C02", "The score of this turn is doubled."),
    SORCERESS: FortuneCard("Sorceress", "FT-C03", "Once in this turn one skull may roll again."),
    CHEST: FortuneCard("Treasure Chest", "FT-C01", "Dice on this card score even if you are out."),
    MONKEY: FortuneCard("Monkey Business", "FT-C08", "Monkeys and parrots are one kind."),
    "sea2": FortuneCard("Sea Battle, 2 swords", "FT-C04", "End with 2 swords or lose.", swords=2),
    "sea3": FortuneCard("Sea Battle, 3 swords", "FT-C04", "End with 3 swords or lose.", swords=3),
    "sea4": FortuneCard("Sea Battle, 4 swords", "FT-C04", "End with 4 swords or lose.", swords=4),
    "skull1": FortuneCard("One Skull", "FT-C09", "You start with one skull.", skulls=1),
    "skull2": FortuneCard("Two Skulls", "FT-C09", "You start with two skulls.", skulls=2),
    STORM: FortuneCard("Storm", "FT-C05", "Two rolls; only coins and diamonds score, 200 each."),
    TRUCE: FortuneCard("Truce", "FT-C11", "End without swords, or lose 500 for each."),
    ZOMBIE: FortuneCard(
        "Zombie Attack", "FT-C12", "Roll until all show skulls or swords: 5 swords win."
    ),
}

# Name -> how many of each; those of the device, of which one is a guess (FT-A-02).
DECKS = {name: dict(Counter(cards_of(name))) for name in DEVICE_DECKS}


def title(name: str) -> str:
    """Returns the title of a card, such as "Sea Battle, 2 swords"."""
    return CARDS[name].title if name in CARDS else "no card"
