"""Times of the benchmark's presses and the host's requests, which depend only on a seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

PRESS_EVERY_MS = 550.0  # a coin sounds for 350 ms
PRESS_JITTER_MS = 100.0  # The times vary, so that presses meet every phase of the load.
REQUEST_EVERY_MS = 100.0


def press_times_ms(
    count: int, first_ms: float, seed: int, every_ms: float = PRESS_EVERY_MS
) -> list[float]:
    """Returns ``count`` times in ms, increasing, each up to ``PRESS_JITTER_MS`` late."""
    rng = Random(f"press {seed}")
    turns = (first_ms + index * every_ms for index in range(count))
    return [turn + rng.uniform(0, PRESS_JITTER_MS) for turn in turns]


def request_times_ms(first_ms: float, last_ms: float, seed: int) -> list[float]:
    """Returns times in ms, from ``first_ms`` to ``last_ms``, at which the host sends requests."""
    rng = Random(f"request {seed}")
    times = []
    at_ms = first_ms
    while at_ms < last_ms:
        times.append(at_ms)
        at_ms += rng.uniform(0.5, 1.5) * REQUEST_EVERY_MS
    return times


def bracket(
    works: Callable[[float], bool], low: float, limit: float, factor: float = 1.5
) -> tuple[float, float]:
    """Returns a value that does not work and the next value, larger by ``factor``, that does.

    Raises:
        ValueError: no value from ``low`` to ``limit`` works.
    """
    high = low * factor
    while not works(high):
        low, high = high, high * factor
        if high > limit:
            raise ValueError(f"Nothing up to {limit} works.")
    return low, high


def earliest(works: Callable[[float], bool], low: float, high: float, step: float) -> float:
    """Returns the least value that works, at most ``step`` too high, by halving an interval.

    Args:
        works: returns whether a value works. If one works, all larger ones must work.
        low: a value that does not work.
        high: a value that works.
        step: largest error, above 0.

    Raises:
        ValueError: ``low`` works or ``high`` does not.
    """
    if works(low) or not works(high):
        raise ValueError(f"The answer is not between {low} and {high}.")
    while high - low > step:
        middle = (low + high) / 2
        low, high = (low, middle) if works(middle) else (middle, high)
    return high
