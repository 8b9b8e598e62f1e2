"""Roll-off: the players roll for who begins. Loaded with the first one.

Source: SM-07, SM-A-22, ST-06, FO-07, FN-07.
"""


class WhoBegins:
    """One roll-off of a timed game, which holds it in ``first`` until it is over.

    Args:
        game: ``games.timed_game.TimedGame``.
    """

    def __init__(self, game):
        self._game = game
        self._order = []  # players in this round; empty: as many as roll
        self._totals = {}  # player -> total

    def open(self, players, now_ms):
        """Begins; players is how many there are, 0: as many as roll until ``close``."""
        self._order = list(range(1, players + 1))
        self._game.report("roll_off", "players", players)
        self._game.add("again", 1, now_ms)

    def add_roll(self, total, now_ms):
        """Takes the next player's roll (int); after the last one the round is over."""
        nth = len(self._totals)
        player = self._order[nth] if self._order else nth + 1
        self._totals[player] = total
        self._game.report("roll_off", "player", player)
        if len(self._totals) == len(self._order):
            self.close(now_ms)

    def close(self, now_ms):
        """Ends the round: so many notes say who begins; those who tie roll again, in order."""
        game, totals = self._game, self._totals
        most = max(totals.values()) if totals else 0
        self._order = [player for player in sorted(totals) if totals[player] == most]
        self._totals = {}
        if len(self._order) > 1:
            game.report("roll_off", "again", self._order)
            game.add("again", 1, now_ms)
            return
        game.end_roll_off()
        if totals:
            game.report("roll_off", "first", self._order[0])
            game.add("first", self._order[0], now_ms)
