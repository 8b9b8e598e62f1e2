"""Roll-off: the players roll to decide who begins. The first one loads this module.

Source: SM-07, SM-A-22, ST-06, FO-07, FN-07.
"""


class WhoBegins:
    """One roll-off of a timed game, which keeps it in ``first`` until it is over.

    Args:
        game: ``games.timed_game.TimedGame``.
    """

    def __init__(self, game):
        self._game = game
        self._order = []  # players of this round, empty if their number is open
        self._totals = {}  # player -> total

    def open(self, players, now_ms):
        """Begins a roll-off. With 0 players the round is open until ``close``."""
        self._order = list(range(1, players + 1))
        self._game.report("roll_off", "players", players)
        self._game.add("again", 1, now_ms)

    def add_roll(self, total, now_ms):
        """Takes the next player's roll (int). The last one ends the round."""
        nth = len(self._totals)
        player = self._order[nth] if self._order else nth + 1
        self._totals[player] = total
        self._game.report("roll_off", "player", player)
        if len(self._totals) == len(self._order):
            self.close(now_ms)

    def close(self, now_ms):
        """Ends the round: notes count the winner's number. Tied players roll again, in order."""
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
