"""Deck of fortune cards. Pure; chance is handed in.

Source: FT-04, FT-09, FT-A-02, FT-A-19, section 3 of the rules.
"""

from pingware.games.fortune.options import CARDS, GUESS35, PK35

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pingware.shared.random32 import Random32

# How many of each, in the order of CARDS. PK35 is documented; GUESS35 is a guess (FT-A-02).
DECKS = {
    PK35: (4, 4, 4, 4, 4, 4, 2, 2, 2, 3, 2, 0, 0, 0),
    GUESS35: (3, 3, 4, 4, 4, 3, 2, 2, 1, 3, 2, 2, 1, 1),
}


def cards_of(deck: "str | dict[str, int]") -> "list[str]":
    """Returns each card of a deck (list of str), those of a kind together.

    Args:
        deck: a name in ``DECKS``, or how many there are by card.
    """
    if isinstance(deck, dict):
        return [name for name in CARDS for _ in range(deck.get(name, 0))]
    return [CARDS[n] for n in range(len(CARDS)) for _ in range(DECKS[deck][n])]


class FortuneDeck:
    """A pile of cards: a drawn card goes under it, so the order comes again (FT-09, FT-A-19).

    Args:
        cards: list of str, at least one.
        generator: has ``below(n)``.
        reshuffle: bool, shuffle when all were drawn.
    """

    def __init__(self, cards: "list[str]", generator: "Random32", reshuffle: bool) -> None:
        self._cards = cards
        self._generator = generator
        self._reshuffle = reshuffle
        self.shuffle()

    def shuffle(self) -> None:
        """Puts all cards into a new order, each equally likely (Fisher and Yates)."""
        cards = self._cards
        for last in range(len(cards) - 1, 0, -1):
            other = self._generator.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        self._drawn = 0

    @property
    def top(self) -> str:
        """The card that comes next (str)."""
        return self._cards[self._drawn]

    @property
    def left(self) -> int:
        """Cards that come before all have been drawn (int, 1 or more)."""
        return len(self._cards) - self._drawn

    def draw(self) -> str:
        """Takes the card that is on top, and returns it (str)."""
        card = self.top
        self._drawn += 1
        if self._drawn == len(self._cards):
            self._drawn = 0
            if self._reshuffle:
                self.shuffle()
        return card
