"""A finger that knows when its contact really closed."""

from __future__ import annotations

from random import Random

from pingblock.virtual.bench import Bench
from pingblock.virtual.harness import GPIO
from pingblock.virtual.parts.button import PRESS_MS
from pingblock.virtual.parts.contact import DEFAULT, Edge, chatter

SPIKE_US = 50.0  # a contact no longer than this is a disturbance and must not count


def first_contact_us(edges: list[Edge]) -> float:
    """Returns when the first contact began that lasts longer than a spike.

    Args:
        edges: (us, closed) by rising time, the last one closed and held.
    """
    ends = [at_us for at_us, _ in edges[1:]] + [float("inf")]
    pairs = zip(edges, ends, strict=True)
    return next(at for (at, closed), end in pairs if closed and end - at > SPIKE_US)


class Finger:
    """Presses the block's button with bounce.

    Args:
        bench: has the button. Its own button model does the same but keeps its edges to itself.
        seed: decides the bounce.
    """

    def __init__(self, bench: Bench, seed: int = 1) -> None:
        self._engine = bench.engine
        self._rng = Random(f"finger {seed}")

    def press(self, at_us: float) -> float:
        """Schedules one press of 60 ms at ``at_us``; returns when the press counts from, us."""
        held_us = PRESS_MS * 1000
        down = chatter(self._rng, at_us, True, DEFAULT, held_us / 2)
        up = chatter(self._rng, at_us + held_us, False, DEFAULT, held_us / 2)
        for edge_us, closed in down + up:
            self._engine.drive(edge_us, GPIO["block_button"], False if closed else None)
        return first_contact_us(down)
