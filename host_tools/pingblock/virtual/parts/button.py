"""A push button to ground. It bounces, is open when released, and can spike or stick."""

from __future__ import annotations

import math
from random import Random

from pingblock.virtual.engine import Engine
from pingblock.virtual.parts.contact import DEFAULT, Bounce, Contact

PRESS_MS = 60.0


class ButtonModel:
    """A button of the block.

    The firmware decides which contacts are a press.
    """

    def __init__(self, engine: Engine, gpio: int, rng: Random) -> None:
        self._contact = Contact(engine, gpio, rng)

    def press(self, at_us: float, for_ms: float = PRESS_MS, bounce: Bounce = DEFAULT) -> float:
        """Schedules a press.

        Args:
            at_us: first contact, emulated us.
            for_ms: time from the first contact to the first release in ms, above 0.
            bounce: how the contact behaves.

        Returns:
            When the finger leaves, in emulated us (before the contact bounces), or inf if the
            button is stuck.
        """
        if bounce.spike_us:
            return self._spike(at_us, bounce.spike_us)
        held_us = for_ms * 1000
        self._contact.change(at_us, True, bounce, held_us / 2)
        if bounce.stuck:
            return math.inf
        self._contact.change(at_us + held_us, False, bounce)
        return at_us + held_us

    def _spike(self, at_us: float, spike_us: float) -> float:
        self._contact.set(at_us, True)
        self._contact.set(at_us + spike_us, False)
        return at_us + spike_us
