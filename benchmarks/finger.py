"""A finger that knows the real times of its contact."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.pins import GPIO

from pingblock.virtual.parts.button import PRESS_MS
from pingblock.virtual.parts.contact import DEFAULT, Edge, chatter
from pingblock.virtual.virtual_device import Bench

SPIKE_US = 50.0  # a contact no longer than this is a disturbance and must not count
# Whether a contact counts is not known at once. Our firmware looks for 60 us, after the 40 to 90
# us that an interrupt needs to begin. So if a contact opens before this, either it or the next can
# count.
CERTAIN_US = 200.0


@dataclass(frozen=True)
class Touch:
    """Times when the contact of one press closed, emulated us, rising.

    Args:
        first_us: the first time, even if the contact was short.
        possible_us: each time that was longer than a spike. The last is the first one that was
            long enough to count in any case.
    """

    first_us: float
    possible_us: tuple[float, ...]

    @property
    def certain_us(self) -> float:
        """The first time that was certainly long enough."""
        return self.possible_us[-1]

    def answered_us(self, answer_us: float) -> float:
        """Returns the latest time of a press that can have the answer at ``answer_us``."""
        could = (at_us for at_us in self.possible_us if at_us + CERTAIN_US <= answer_us)
        return max([self.first_us, *could])


def touch_of(edges: list[Edge]) -> Touch:
    """Returns the times that a press is measured from.

    Args:
        edges: (us, closed) by rising time, the last one closed and held.
    """
    ends = [at_us for at_us, _ in edges[1:]] + [float("inf")]
    closed = [(at, end - at) for (at, down), end in zip(edges, ends, strict=True) if down]
    certain_us = next(at for at, lasts_us in closed if lasts_us >= CERTAIN_US)
    possible = [at for at, lasts_us in closed if lasts_us > SPIKE_US and at <= certain_us]
    return Touch(closed[0][0], tuple(possible))


class Finger:
    """Presses the block's button with bounce.

    Args:
        bench: has the button. Its own button model does the same but keeps its edges to itself.
        seed: decides the bounce.
    """

    def __init__(self, bench: Bench, seed: int = 1) -> None:
        self._engine = bench.engine
        self._rng = Random(f"finger {seed}")

    def press(self, at_us: float) -> Touch:
        """Schedules one press of 60 ms at ``at_us``."""
        held_us = PRESS_MS * 1000
        down = chatter(self._rng, at_us, True, DEFAULT, held_us / 2)
        up = chatter(self._rng, at_us + held_us, False, DEFAULT, held_us / 2)
        for edge_us, closed in down + up:
            self._engine.drive(edge_us, GPIO["block_button"], False if closed else None)
        return touch_of(down)
