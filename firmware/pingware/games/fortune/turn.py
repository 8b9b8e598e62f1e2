"""Skulls of one turn: counted, disqualified at three, or on the island. Pure.

Source: FT-07, FT-08, FT-15, FT-16, FT-C02, FT-C04, FT-C09, FT-C12.
"""

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# States.
ROLLING = "rolling"
DOUBT = "doubt"  # three skulls of the first roll: out, unless a fourth is counted
OUT = "out"  # disqualified
ISLAND = "island"
OVER = "over"  # ended by its player

# card: of ``options.CARDS``, or "none"; skulls: those of the card included.
Turn = namedtuple("Turn", ("card", "skulls", "state"))

NONE = "none"
OUT_AT, ISLAND_AT = 3, 4  # skulls
_ON_CARD = {"skull1": 1, "skull2": 2}
_PENALTY, _PENALTY_CAPTAIN = 100, 200  # points a skull, for each opponent
NO_TURN = Turn(NONE, 0, OVER)


def new_turn(card: str = NONE) -> Turn:
    """Returns the turn of a card, with the skulls that lie on it (FT-C09)."""
    return Turn(card, _ON_CARD.get(card, 0), ROLLING)


def with_skull(turn: Turn, first_roll: bool) -> Turn:
    """Returns a turn after one more skull.

    Args:
        turn: ROLLING, DOUBT or ISLAND.
        first_roll: bool, the skull is of the first roll of the dice (FT-15).
    """
    skulls = turn.skulls + 1
    state = turn.state
    may_land = first_roll and turn.card[:3] != "sea"  # FT-C04
    if turn.card == "zombie" or state == ISLAND or skulls < OUT_AT:  # FT-C12
        pass
    elif may_land and skulls >= ISLAND_AT:
        state = ISLAND
    else:
        state = DOUBT if may_land else OUT
    return Turn(turn.card, skulls, state)


def settled(turn: Turn) -> Turn:
    """Returns a turn whose roll is complete: a doubt is a disqualification (FT-08)."""
    return Turn(turn.card, turn.skulls, OUT) if turn.state == DOUBT else turn


def penalty(turn: Turn) -> int:
    """Returns the points that each opponent loses (int): for skulls on the island (FT-16)."""
    if turn.state != ISLAND:
        return 0
    each = _PENALTY_CAPTAIN if turn.card == "captain" else _PENALTY  # FT-C02
    skulls: int = turn.skulls
    return each * skulls


def described(turn: Turn) -> "dict[str, Any]":
    """Returns a turn's fields for the link: ``card``, ``skulls``, ``state``, ``penalty``."""
    return {
        "card": turn.card,
        "skulls": turn.skulls,
        "state": turn.state,
        "penalty": penalty(turn),
    }
