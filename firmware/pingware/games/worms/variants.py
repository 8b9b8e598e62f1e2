"""Variant and number of players of the worms, and their cards: four colours, five of each. Pure.

Colours are slots 0 to 3. Source: WW-01, WW-02, WW-03, WW-17, WW-19, WW-20, WW-22.
"""

from collections import namedtuple

COLOURS = 4
EACH = 5  # number of worms, and of cards, in each colour
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
        each: cards for each player, int.

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


def rules_of(players, together=False, mixed=False):
    """Returns the ``Rules`` of a game.

    Args:
        players: int, 2..4.
        together: bool, variant A.
        mixed: bool, variant B, with as many cards as possible: 10, 6 or 5 (WW-20). Both variants
            can be combined (WW-22).
    """
    return Rules(players, together, mixed, WORMS // players if mixed else EACH)
