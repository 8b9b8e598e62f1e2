"""Deck of fortune cards, and the skulls of one turn. Pure; chance is handed in.

Source: FT-04, FT-07..FT-09, FT-15, FT-16, FT-C02, FT-C04, FT-C09, FT-C12, FT-A-02, FT-A-19,
section 3 of the rules.
"""

from collections import namedtuple

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


def shuffle(cards: "list[str]", generator: "Random32") -> None:
    """Puts cards into a new order, each equally likely (Fisher and Yates).

    Args:
        cards: list, changed in place.
        generator: has ``below(n)``.
    """
    for last in range(len(cards) - 1, 0, -1):
        other = generator.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


# States of a turn. Doubt: three skulls of the first roll are out, unless a fourth is counted; out:
# disqualified; over: ended by its player.
_STATES = "rolling doubt out island over"
ROLLING, DOUBT, OUT, ISLAND, OVER = _STATES.split()

# card: of ``options.CARDS``, or NONE; skulls: those of the card included; state: see above.
Turn = namedtuple("Turn", ("card", "skulls", "state"))

NONE = "none"
OUT_AT, ISLAND_AT = 3, 4  # skulls
_PENALTY = 100  # points a skull, for each opponent


def new_turn(card: str = NONE) -> Turn:
    """Returns the turn of a card, with the skulls that lie on it (FT-C09)."""
    return Turn(card, int(card[5:]) if card.startswith("skull") else 0, ROLLING)


def with_skull(turn: Turn, first_roll: bool) -> Turn:
    """Returns a turn after one more skull.

    Args:
        turn: ROLLING, DOUBT or ISLAND.
        first_roll: bool, the skull is of the first roll of the dice (FT-15).
    """
    card, skulls, state = turn.card, turn.skulls + 1, turn.state
    if card != "zombie" and state != ISLAND and skulls >= OUT_AT:  # FT-C12
        state = OUT
        if first_roll and not card.startswith("sea"):  # FT-C04
            state = ISLAND if skulls >= ISLAND_AT else DOUBT
    return Turn(card, skulls, state)


def settled(turn: Turn) -> Turn:
    """Returns a turn whose roll is complete: a doubt is a disqualification (FT-08)."""
    return Turn(turn.card, turn.skulls, OUT) if turn.state == DOUBT else turn


def penalty(turn: Turn) -> int:
    """Returns the points that each opponent loses (int): for skulls on the island (FT-16)."""
    skulls: int = turn.skulls if turn.state == ISLAND else 0
    return _PENALTY * skulls * (2 if turn.card == "captain" else 1)  # FT-C02
