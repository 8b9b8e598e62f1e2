"""Skulls of one turn: counted, disqualified at three, or on the island. Pure.

Source: FT-07, FT-08, FT-15, FT-16, FT-C02..FT-C04, FT-C09, FT-C12, FT-A-07.
"""

from collections import namedtuple

# States of a turn. Doubt: three skulls of the first roll disqualify, unless a fourth is counted.
# With an unused spell of the sorceress, three skulls disqualify unless the spell saves the turn.
# Out: disqualified. Over: ended by its player.
ROLLING, DOUBT, OUT, ISLAND, OVER = "rolling", "doubt", "out", "island", "over"

# card: of ``options.CARDS``, or NONE. skulls: includes those of the card. state: see above.
Turn = namedtuple("Turn", ("card", "skulls", "state"))

NONE = "none"
SORCERESS = "sorceress"
OUT_AT, ISLAND_AT = 3, 4  # skulls
_PENALTY = 100  # points a skull, for each opponent


def new_turn(card: str = NONE) -> Turn:
    """Returns the turn of a card, with the skulls on it (FT-C09)."""
    return Turn(card, int(card[5:]) if card.startswith("skull") else 0, ROLLING)


def with_skull(turn: Turn, first_roll: bool, spell: bool = False) -> Turn:
    """Returns a turn after one more skull.

    Args:
        turn: ROLLING, DOUBT or ISLAND.
        first_roll: bool, whether the skull is of the first roll of the dice (FT-15).
        spell: bool, whether the sorceress can still roll one skull again (FT-C03).
    """
    card, skulls, state = turn.card, turn.skulls + 1, turn.state
    if card != "zombie" and state != ISLAND and skulls >= OUT_AT:  # FT-C12
        state = OUT
        if first_roll and not card.startswith("sea"):  # FT-C04
            state = ISLAND if skulls >= ISLAND_AT else DOUBT
        elif spell and skulls == OUT_AT:
            state = DOUBT
    return Turn(card, skulls, state)


def after_roll(turn: Turn) -> Turn:
    """Returns a turn whose roll is complete: a doubt becomes a disqualification (FT-08)."""
    return Turn(turn.card, turn.skulls, OUT) if turn.state == DOUBT else turn


def penalty(turn: Turn) -> int:
    """Returns the points that each opponent loses (int) for skulls on the island (FT-16)."""
    skulls: int = turn.skulls if turn.state == ISLAND else 0
    return _PENALTY * skulls * (2 if turn.card == "captain" else 1)  # FT-C02
