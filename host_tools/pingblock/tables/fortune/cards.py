"""Fortune cards and the decks that are known of them (spec, sections 2 and 3)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from pingblock.languages import N_, _
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
    "gold": FortuneCard(N_("Gold"), "FT-C06", N_("One gold coin more, also in sets."), face="G"),
    "diamond": FortuneCard(
        N_("Diamond"), "FT-C07", N_("One diamond more, also in sets."), face="D"
    ),
    CAPTAIN: FortuneCard(N_("Captain"), "FT-C02", N_("The score of this turn is doubled.")),
    SORCERESS: FortuneCard(
        N_("Sorceress"), "FT-C03", N_("Once in this turn one skull may roll again.")
    ),
    CHEST: FortuneCard(
        N_("Treasure Chest"), "FT-C01", N_("Dice on this card score even if you are out.")
    ),
    MONKEY: FortuneCard(N_("Monkey Business"), "FT-C08", N_("Monkeys and parrots are one kind.")),
    "sea2": FortuneCard(
        N_("Sea Battle, 2 swords"), "FT-C04", N_("End with 2 swords or lose."), swords=2
    ),
    "sea3": FortuneCard(
        N_("Sea Battle, 3 swords"), "FT-C04", N_("End with 3 swords or lose."), swords=3
    ),
    "sea4": FortuneCard(
        N_("Sea Battle, 4 swords"), "FT-C04", N_("End with 4 swords or lose."), swords=4
    ),
    "skull1": FortuneCard(N_("One Skull"), "FT-C09", N_("You start with one skull."), skulls=1),
    "skull2": FortuneCard(N_("Two Skulls"), "FT-C09", N_("You start with two skulls."), skulls=2),
    STORM: FortuneCard(
        N_("Storm"), "FT-C05", N_("Two rolls; only coins and diamonds score, 200 each.")
    ),
    TRUCE: FortuneCard(N_("Truce"), "FT-C11", N_("End without swords, or lose 500 for each.")),
    ZOMBIE: FortuneCard(
        N_("Zombie Attack"), "FT-C12", N_("Roll until all show skulls or swords: 5 swords win.")
    ),
}

# Name -> how many of each; those of the device, of which one is a guess (FT-A-02).
DECKS = {name: dict(Counter(cards_of(name))) for name in DEVICE_DECKS}


def title(name: str) -> str:
    """Returns the title of a card, such as "Sea Battle, 2 swords"."""
    return _(CARDS[name].title) if name in CARDS else _("no card")
