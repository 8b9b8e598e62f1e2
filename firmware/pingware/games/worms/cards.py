"""Worms and cards: four colours, five of each. Shuffles and deals. Pure.

Source: WW-01, WW-04, WW-06, WW-19, WW-20, WW-A-01..WW-A-03, WW-A-09 (colours are slots 0 to 3).
"""

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
