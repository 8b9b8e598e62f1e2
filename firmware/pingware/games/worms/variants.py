"""Variant and number of players of the worms, and their cards: four colours, five of each. Pure.

Colours are slots 0 to 3. Source: WW-01, WW-02, WW-03, WW-17, WW-19, WW-20, WW-22.
"""

from collections import namedtuple

from pingware.games.worms.options import PLAYERS_LEAST, PLAYERS_MOST

COLOURS = 4
EACH = 5  # worms, and cards, of a colour
WORMS = COLOURS * EACH


def shuffled(generator):
    """Returns the colours of all worms, or of all cards, in random order (list of int, 0..3).

    Args:
        generator: has ``below(n)``. Every order is equally likely (Fisher and Yates).
    """
    colours = [index // EACH for index in range(WORMS)]
    for last in range(WORMS - 1, 0, -1):
        other = generator.below(last + 1)
        colours[last], colours[other] = colours[other], colours[last]
    return colours


def most_each(players):
    """Returns how many cards each of ``players`` (int, 2..4) can get: 10, 6 or 5 (WW-20)."""
    return WORMS // players


def own_colours(players):
    """Returns the hands of the standard game, five cards of a colour each (WW-04)."""
    return [
        [EACH if colour == player else 0 for colour in range(COLOURS)] for player in range(players)
    ]


def dealt(generator, players, each):
    """Deals random hands of equal size (WW-19, WW-20).

    Args:
        generator: has ``below(n)``.
        players: int, 2..4.
        each: cards for each player, int, 1..``most_each``.

    Returns:
        list of hands. A hand is a list of four ints, the number of cards of each colour.
    """
    cards = shuffled(generator)
    hands = [[0] * COLOURS for _ in range(players)]
    for index in range(players * each):
        hands[index % players][cards[index]] += 1
    return hands


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
