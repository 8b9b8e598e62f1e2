"""Prints outcomes of the real draw code, as indexes into OUTCOMES, one on each line.

It runs on CPython, on the MicroPython unix port and on a Pico, and needs ``firmware`` in the path.
Arguments: seed, number of draws, profile.
"""

import sys

from pingware.games.block import rules as odds
from pingware.shared import random32


def list_draws(seed, count, profile):
    """Prints ``count`` draws of ``profile`` from ``seed``."""
    generator = random32.from_int(seed)
    weights = odds.weights_of(profile)
    for _ in range(count):
        print(random32.pick(generator, weights))


if len(sys.argv) == 4:
    list_draws(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
