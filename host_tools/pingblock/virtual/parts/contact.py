"""A metal contact that bounces, for buttons and lever switches."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pingblock.virtual.engine import Engine

MIN_CHATTER_MS, MAX_CHATTER_MS = 2.0, 4.0


@dataclass(frozen=True)
class Bounce:
    """The change of a contact from open to closed, or back.

    Args:
        bounce_ms: how long the contact bounces in ms, 0 or more. None draws 2 to 4 ms each time.
        edges: further edges after the first contact, 0..100. An odd number is rounded up.
        spike_us: if above 0, the contact closes only for this long: a disturbance, not a press.
        stuck: whether the contact closes and does not open again.
    """

    bounce_ms: float | None = None
    edges: int = 6
    spike_us: float = 0.0
    stuck: bool = False


CLEAN = Bounce(bounce_ms=0.0, edges=0)
DEFAULT = Bounce()

Edge = tuple[float, bool]


def chatter(
    rng: Random, at_us: float, closed: bool, bounce: Bounce, limit_us: float
) -> list[Edge]:
    """Returns the edges (us, closed) of a change to ``closed``. The last edge is ``closed``."""
    lasts_ms = bounce.bounce_ms
    if lasts_ms is None:
        lasts_ms = rng.uniform(MIN_CHATTER_MS, MAX_CHATTER_MS)
    lasts_us = min(lasts_ms * 1000, limit_us)
    count = (bounce.edges + 1) // 2 * 2 if lasts_us else 0
    times = sorted(at_us + rng.uniform(0, lasts_us) for _ in range(count))
    levels = [closed == bool(index % 2) for index in range(count)]
    return [(at_us, closed), *zip(times, levels, strict=True)]


class Contact:
    """A contact between a pin and ground.

    If it is open, the pin has the level of the firmware's pull.
    """

    def __init__(self, engine: Engine, gpio: int, rng: Random) -> None:
        self._engine = engine
        self._gpio = gpio
        self._rng = rng

    def set(self, at_us: float, closed: bool) -> None:
        """Closes or opens the contact at ``at_us`` without bouncing."""
        self._engine.drive(at_us, self._gpio, False if closed else None)

    def change(
        self,
        at_us: float,
        closed: bool,
        bounce: Bounce = DEFAULT,
        limit_us: float = 1e9,
    ) -> None:
        """Closes or opens the contact, which bounces for at most ``limit_us``."""
        for edge_us, level in chatter(self._rng, at_us, closed, bounce, limit_us):
            self.set(edge_us, level)
