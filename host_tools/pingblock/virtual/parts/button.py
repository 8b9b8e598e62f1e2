"""A push button to ground. It bounces, floats when released, and can spike or stick."""

from __future__ import annotations

import math
from random import Random

from pingblock.virtual.engine import Engine
from pingblock.virtual.parts.contact import DEFAULT, Bounce, Contact

PRESS_MS = 60.0


class ButtonModel:
    """One button.

    It has no press rule, because the firmware decides which contacts are a press.
    """

    def __init__(self, engine: Engine, gpio: int, rng: Random) -> None:
        self._contact = Contact(engine, gpio, rng)

    def press(self, at_us: float, for_ms: float = PRESS_MS, bounce: Bounce = DEFAULT) -> float:
        """Schedules one press.

        Args:
            at_us: first touch, emulated us.
            for_ms: from first touch to first release, ms, above 0.
            bounce: how the contact behaves.

        Returns:
            When the finger has left, emulated us (before the release chatter), or inf when stuck.
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
