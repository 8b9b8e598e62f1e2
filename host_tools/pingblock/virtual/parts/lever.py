"""The apple base's lever: a microswitch to ground that is closed while the lever is released."""

from __future__ import annotations

from random import Random

from pingblock.virtual.engine import Engine
from pingblock.virtual.parts.contact import DEFAULT, Bounce, Contact


class LeverModel:
    """The lever and its switch. While it is pulled, the pin has the pull-up's level."""

    def __init__(self, engine: Engine, gpio: int, rng: Random) -> None:
        self._contact = Contact(engine, gpio, rng)
        self._contact.set(0.0, True)

    def pull(self, at_us: float, bounce: Bounce = DEFAULT) -> None:
        """Pulls the lever back at ``at_us``: the switch opens and bounces."""
        self._contact.change(at_us, False, bounce)

    def release(self, at_us: float, bounce: Bounce = DEFAULT) -> None:
        """Releases the lever at ``at_us``: the switch closes and bounces."""
        self._contact.change(at_us, True, bounce)
