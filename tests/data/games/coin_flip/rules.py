"""Heads or tails. Pure."""

HEADS = "heads"
TAILS = "tails"


def flip(generator, heads_pct):
    """Returns HEADS or TAILS.

    Args:
        generator: has ``below(n)``.
        heads_pct: chance of heads, int, 0..100.
    """
    return HEADS if generator.below(100) < heads_pct else TAILS
