"""Pulses of the servo at the pin: their widths, their times, and their commanded speed.

A pulse comes in each frame, and the record has a row when its width changes. So from one row to
the next the width changes within one frame, even if the previous width lasted longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from pingblock.virtual.parts.servo import ServoRow

FRAME_MS = 20.0
DEG_PER_US = 180.0 / 1900.0  # from 500 to 2400 us over 180 deg
# Limits of slow, normal, fast and surprise in deg/s, from the design of the motion.
LIMITS_DEG_S = {"slow": 48.0, "normal": 120.0, "fast": 240.0, "surprise": 240.0}


def changes(rows: Iterable[ServoRow]) -> list[tuple[float, float]]:
    """Returns (ms, us) for each pulse whose width changed. 0 us means no pulse."""
    found: list[tuple[float, float]] = []
    width_us = 0.0
    for row in rows:
        if row.pulse_us != width_us:
            found.append((row.time_ms, row.pulse_us))
            width_us = row.pulse_us
    return found


def each_pulse(rows: Iterable[ServoRow]) -> Iterator[tuple[float, float]]:
    """Yields (ms, us) for every pulse of a wiggle, frame by frame."""
    for (from_ms, width_us), (until_ms, _) in pairwise(changes(rows)):
        for frame in range(round((until_ms - from_ms) / FRAME_MS)):
            yield from_ms + frame * FRAME_MS, width_us


def fastest_deg_s(rows: Iterable[ServoRow]) -> float:
    """Returns the highest speed that two pulses in a row ask for, deg/s.

    Raises:
        ValueError: a pulse changed within a frame, as no PWM can.
    """
    fastest = 0.0
    for (at_ms, before_us), (then_ms, after_us) in pairwise(changes(rows)):
        if then_ms - at_ms < 0.99 * FRAME_MS:
            raise ValueError(f"two pulses within {then_ms - at_ms} ms at {at_ms} ms")
        if before_us and after_us:
            fastest = max(fastest, abs(after_us - before_us) * DEG_PER_US * 1000 / FRAME_MS)
    return fastest
