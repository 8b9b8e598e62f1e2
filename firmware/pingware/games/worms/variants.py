"""Variant and number of players of the worms. Pure.

Source: WW-02, WW-03, WW-17, WW-19, WW-20, WW-22.
"""

from collections import namedtuple

from pingware.games.worms.cards import EACH, most_each
from pingware.games.worms.options import PLAYERS_LEAST, PLAYERS_MOST

# players: 2..4. together: all grab at once (variant A). mixed: random hands (variant B). each:
# cards, and therefore matches, that a player needs.
Rules = namedtuple("Rules", ("players", "together", "mixed", "each"))


def rules_of(players, together=False, mixed=False, each=None):
    """Checks the rules of a game.

    Args:
        players: int, 2..4.
        together: bool, variant A.
        mixed: bool, variant B. Both variants can be combined (WW-22).
        each: cards for each player, for variant B only: int, 1..20 // players. None means as
            many as possible (WW-20). Without variant B it is always five.

    Returns:
        Rules.

    Raises:
        ValueError: unknown combination. The text states the allowed values.
    """
    _check_players(players)
    if not mixed:
        return Rules(players, bool(together), False, EACH)
    most = most_each(players)
    each = most if each is None else each
    if type(each) is not int or not 1 <= each <= most:
        raise ValueError("%d players can have 1 to %d cards each" % (players, most))
    return Rules(players, bool(together), True, each)


def _check_players(players):
    if type(players) is not int or not PLAYERS_LEAST <= players <= PLAYERS_MOST:
        raise ValueError("the worms are for %d to %d players" % (PLAYERS_LEAST, PLAYERS_MOST))
