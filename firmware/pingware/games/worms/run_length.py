"""Length of a wiggle of the worms: fixed, or a surprise within a range. Pure.

No length was ever published (WW-A-04). 20 s and the range are our choice.
"""

from pingware.games.worms.options import RUN_S
from pingware.shared.schema import is_right
from pingware.shared.wording import words_of

# A length is a pair of the least and the most ms, both included. They are equal unless it is a
# surprise.


def surprise(least_s, most_s):
    """Returns the length (tuple of two int, ms) for a range of times.

    Args:
        least_s: int, s, 5..60.
        most_s: int, s, ``least_s``..60.

    Raises:
        ValueError: out of range. The text states the allowed range.
    """
    if not is_right(RUN_S, [least_s, most_s]):
        raise ValueError("run_s must be %s" % words_of(RUN_S))
    return least_s * 1000, most_s * 1000


def is_surprise(length):
    """Returns whether the length is unknown beforehand (bool)."""
    return length[0] != length[1]


def draw_ms(length, generator):
    """Returns the length of one wiggle (int, ms), each millisecond of the range equally likely."""
    least_ms, most_ms = length
    return least_ms + generator.below(most_ms - least_ms + 1)
