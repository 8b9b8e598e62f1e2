"""Budgets that limit how much a visitor can use at once and each second before it must wait."""

from __future__ import annotations

import time

MOST_NAMES = 1000


class Budget:
    """An amount that can be spent and grows again with time.

    Args:
        most: the largest amount that can be spent at once.
        each_s: the amount that returns each second.
    """

    def __init__(self, most: float, each_s: float) -> None:
        self._most = most
        self._each_s = each_s
        self._left = most
        self._at_s = time.monotonic()

    def spend(self, amount: float) -> float:
        """Spends an amount, even if less is left.

        Returns the seconds until the budget is not in debt.
        """
        self._left = self.left - amount
        return self.wait_s

    @property
    def left(self) -> float:
        """The amount that can be spent now. It is below 0 in debt."""
        now_s = time.monotonic()
        self._left = min(self._most, self._left + (now_s - self._at_s) * self._each_s)
        self._at_s = now_s
        return self._left

    @property
    def wait_s(self) -> float:
        """Seconds until the debt is gone, or 0 without debt."""
        return max(0.0, -self.left / self._each_s)

    @property
    def untouched(self) -> bool:
        """True if the whole budget is left."""
        return self.left >= self._most


class Budgets:
    """A budget for each name, such as an address, with the same arguments as ``Budget``."""

    def __init__(self, most: float, each_s: float) -> None:
        self._amounts = (most, each_s)
        self._held: dict[str, Budget] = {}

    def of(self, name: str) -> Budget:
        """Returns the budget of a name."""
        if name not in self._held and len(self._held) >= MOST_NAMES:
            spent = {name: each for name, each in self._held.items() if not each.untouched}
            self._held = spent if len(spent) < MOST_NAMES else {}
        return self._held.setdefault(name, Budget(*self._amounts))
