"""A finger that knows the exact times of its contact."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.pins import GPIO

from pingblock.virtual.parts.button import PRESS_MS
from pingblock.virtual.parts.contact import DEFAULT, Edge, chatter
from pingblock.virtual.virtual_device import Bench

SPIKE_US = 50.0  # A shorter contact is a disturbance, and must not count.
# Shortly after a contact closes, it is not certain whether it counts. Our firmware samples for 60
# us, after the 40 to 90 us that an interrupt needs to begin. So if a contact opens before this
# time, either it or the next one can count.
CERTAIN_US = 200.0


@dataclass(frozen=True)
class Touch:
    """Times in us at which the contact of a press closed, in order.

    Args:
        first_us: the first time, even if the contact was short.
        possible_us: times at which the contact stayed closed for longer than a spike. The last of
            them is the first that was long enough in any case.
    """

    first_us: float
    possible_us: tuple[float, ...]

    @property
    def certain_us(self) -> float:
        """The first time at which the contact was long enough in any case."""
        return self.possible_us[-1]

    def answered_us(self, answer_us: float) -> float:
        """Returns the latest time that can have caused the answer at ``answer_us``."""
        could = (at_us for at_us in self.possible_us if at_us + CERTAIN_US <= answer_us)
        return max([self.first_us, *could])


def touch_of(edges: list[Edge]) -> Touch:
    """Returns the times from which the delay of a press is measured.

    Args:
        edges: pairs of us and closed in order of time. In the last one, the contact closes and
            stays closed.
    """
    ends = [at_us for at_us, _ in edges[1:]] + [float("inf")]
    closed = [(at, end - at) for (at, down), end in zip(edges, ends, strict=True) if down]
    certain_us = next(at for at, lasts_us in closed if lasts_us >= CERTAIN_US)
    possible = [at for at, lasts_us in closed if lasts_us > SPIKE_US and at <= certain_us]
    return Touch(closed[0][0], tuple(possible))


class Finger:
    """Presses the block's button, which bounces.

    Args:
        bench: the virtual device. Its own button bounces in the same way, but its edges cannot be
            read.
        seed: seed for the bounce.
    """

    def __init__(self, bench: Bench, seed: int = 1) -> None:
        self._engine = bench.engine
        self._rng = Random(f"finger {seed}")

    def press(self, at_us: float) -> Touch:
        """Schedules a press of 60 ms at ``at_us``."""
        held_us = PRESS_MS * 1000
        down = chatter(self._rng, at_us, True, DEFAULT, held_us / 2)
        up = chatter(self._rng, at_us + held_us, False, DEFAULT, held_us / 2)
        for edge_us, closed in down + up:
            self._engine.drive(edge_us, GPIO["block_button"], False if closed else None)
        return touch_of(down)
