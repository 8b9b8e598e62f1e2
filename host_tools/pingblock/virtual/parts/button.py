"""A push button to ground. It bounces, is open when released, and can spike or stick."""

from __future__ import annotations

import math
from random import Random

from pingblock.virtual.engine import Engine
from pingblock.virtual.parts.contact import CLEAN, DEFAULT, Bounce, Contact

PRESS_MS = 60.0
# A click on a picture can be shorter than any press by a finger.
SHORTEST_MS = 40.0


class ButtonModel:
    """A button and the finger on it. The firmware decides which contacts are a press.

    ``press`` schedules any press. The other methods press now, until the finger is lifted.

    Args:
        engine: engine of the device.
        gpio: the button's pin.
        rng: random source for the bounce.
    """

    def __init__(self, engine: Engine, gpio: int, rng: Random) -> None:
        self._engine = engine
        self._contact = Contact(engine, gpio, rng)
        self._since_us = 0.0
        self._until_us = 0.0

    def press(self, at_us: float, for_ms: float = PRESS_MS, bounce: Bounce = DEFAULT) -> float:
        """Schedules a press.

        Args:
            at_us: first contact, emulated us.
            for_ms: time from the first contact to the first release in ms, above 0.
            bounce: how the contact behaves.

        Returns:
            The time in emulated us at which the finger leaves (before the contact bounces), or inf
            if the button is stuck.
        """
        held_us = for_ms * 1000
        if bounce.spike_us:
            held_us, bounce = bounce.spike_us, CLEAN
        self._contact.change(at_us, True, bounce, held_us / 2)
        if bounce.stuck:
            return math.inf
        self._contact.change(at_us + held_us, False, bounce)
        return at_us + held_us

    @property
    def is_down(self) -> bool:
        """True while the finger is on the button."""
        return self._engine.now_us < self._until_us

    def tap(self, for_ms: float) -> bool:
        """Presses for ``for_ms``. If the button is down, does nothing and returns False."""
        if not self.down():
            return False
        self._lift(self._since_us + for_ms * 1000)
        return True

    def down(self) -> bool:
        """Presses until ``up``. If the button is already down, does nothing and returns False."""
        if self.is_down:
            return False
        self._since_us, self._until_us = self._engine.now_us, math.inf
        self._contact.change(self._since_us, True, DEFAULT, SHORTEST_MS * 1000 / 2)
        return True

    def up(self) -> None:
        """Lifts the finger after ``down``. A tap ends by itself."""
        if self._until_us == math.inf:
            self._lift(max(self._engine.now_us, self._since_us + SHORTEST_MS * 1000))

    def _lift(self, at_us: float) -> None:
        self._until_us = at_us
        self._contact.change(at_us, False)
