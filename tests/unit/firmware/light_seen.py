"""Light shows as an eye sees them, by the names of the shows."""

import functools
from itertools import pairwise

from pingblock.sounds.tables import shows
from pingware.shared import light_show

STEP_MS = 5
BLINK_MS = 150  # an eye can see longer changes


def colour(name, count, elapsed_ms):
    """Returns the colour of a show after ``elapsed_ms`` (ms)."""
    return light_show.colour(shows()[name], count, elapsed_ms)


def duration_ms(name, count):
    """Returns the length of a show, ms."""
    return light_show.duration_ms(shows()[name], count)


@functools.cache
def grey(name, count=1, until_ms=6000, step_ms=STEP_MS):
    """Returns the brightness as a share of the show's peak, which a colour-blind player sees."""
    seen = [max(colour(name, count, ms)) for ms in range(0, until_ms, step_ms)]
    peak = max(seen)
    return [value / peak for value in seen]


def starts_ms(values):
    """Returns the times at which the brightness rises through one half."""
    return [STEP_MS * at for at, (a, b) in enumerate(pairwise([0, *values])) if a < 0.5 <= b]


def alike(pairs):
    """Returns the pairs of ``(name, count)`` that an eye cannot distinguish without colour."""
    found = []
    for one, other in pairs:
        seen = zip(grey(*one), grey(*other), strict=True)
        if STEP_MS * sum(abs(a - b) > 0.4 for a, b in seen) < BLINK_MS:
            found.append((one, other))
    return found
