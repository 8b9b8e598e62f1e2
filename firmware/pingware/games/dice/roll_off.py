"""Roll-off for the first player: each rolls once, the highest begins, a tie rolls again.

Source: SM-07, SM-A-22, ST-06, FO-07. Pure.
"""

from pingware.games.dice import rules


class RollOff:
    """One roll-off.

    Args:
        players: how many there are (int); 0: as many as roll before ``close``.
    """

    def __init__(self, players=0):
        self._order = list(range(1, players + 1))  # who rolls in this round; empty: not known
        self._totals = {}

    @property
    def player(self):
        """The player whose roll comes next (int, 1 or more)."""
        at = len(self._totals)
        return self._order[at] if self._order else at + 1

    def roll(self, dice):
        """Takes the next player's roll. Returns whether the round is over (bool)."""
        self._totals[self.player] = sum(dice)
        return len(self._totals) == len(self._order)

    def close(self):
        """Ends the round.

        Returns:
            list of int: the one who begins; several, who roll again in this order; or none, if
            nobody has rolled.
        """
        if not self._totals:
            return []
        first = rules.leaders(self._totals)
        self._order, self._totals = first, {}
        return first
