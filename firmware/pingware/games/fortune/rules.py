"""Deck of fortune cards. Pure: the caller passes the random generator.

Source: rules FT-04, FT-09, FT-A-02, FT-A-19.
"""

from pingware.games.fortune.options import CARDS, GUESS35, PK35
from pingware.shared.random32 import Random32

# Number of each card, in the order of CARDS. PK35 is documented. GUESS35 is a guess (FT-A-02).
DECKS = {
    PK35: (4, 4, 4, 4, 4, 4, 2, 2, 2, 3, 2, 0, 0, 0),
    GUESS35: (3, 3, 4, 4, 4, 3, 2, 2, 1, 3, 2, 2, 1, 1),
}


def cards_of(deck: "str | dict[str, int]") -> "list[str]":
    """Returns all cards of a deck (list of str), sorted by kind.

    Args:
        deck: a name in ``DECKS``, or the number of each card.
    """
    if isinstance(deck, dict):
        return [name for name in CARDS for _ in range(deck.get(name, 0))]
    return [CARDS[n] for n in range(len(CARDS)) for _ in range(DECKS[deck][n])]


def shuffle(cards: "list[str]", generator: "Random32") -> None:
    """Shuffles cards, each order equally likely (Fisher and Yates).

    Args:
        cards: list, changed in place.
        generator: has ``below(n)``.
    """
    for last in range(len(cards) - 1, 0, -1):
        other = generator.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
