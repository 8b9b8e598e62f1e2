"""Clocks of the dice, and the tries to leave jail. The first use loads this module.

Sources: SM-22, STX-06, FO-23 (auction); SM-16, SM-17, ST-15, FO-21, FO-S3 (jail); FO-S1..FO-S4.
"""

from pingware.games.dice import rules
from pingware.shared import ticks

BID_MS = 10_000  # time for a bid. We chose it, because the rules name no time.
_TICKS = 5  # last seconds of an auction, with a tick each
WARNINGS_MIN = (15, 5, 1)  # minutes before the end of a long game
_MINUTE_MS = 60_000
_PLAN = "auction"


class Clocks:
    """The clocks of one game of dice.

    Args:
        game: ``games.dice.play.DicePlay``.
        stage: ``app.play.timed_stage.TimedStage``.
    """

    def __init__(self, game, stage):
        self._game = game
        self._stage = stage
        self.stop()

    def stop(self):
        """Stops all clocks silently for a new game."""
        self._game.call(_PLAN, None)
        self.auction = False  # whether an auction is open
        self.bids = 0
        self._deadline_ms = 0
        self._tries = {}  # player in jail -> rolls so far
        self.count = 0  # rolls of the last player who tried
        self._end_ms = None  # end of the long game
        self._warned = 0  # number of its past warnings

    # --- auction

    def open(self, now_ms):
        """Opens an auction: presses are bids until it ends."""
        if self.auction:
            return
        self.auction = True
        self.bids = 0
        self._game.report("auction", "bids", 0)
        self._game.redraw()
        if not self._stage.announce("auction", 0, "auction"):
            self._game.add("auction", 1, now_ms)
        self._restart(now_ms)

    def bid(self, now_ms):
        """Counts a bid. The other players get the whole time again."""
        self.bids += 1
        if self.auction:
            self._restart(now_ms)

    def _restart(self, now_ms):
        self._deadline_ms = ticks.add(now_ms, BID_MS)
        self._plan(_TICKS)

    def _plan(self, left_s):
        at_ms = ticks.add(self._deadline_ms, -1000 * left_s)
        self._game.call(_PLAN, at_ms, self._tick if left_s else self.close)

    def _tick(self, now_ms):
        left_s = (ticks.diff(self._deadline_ms, now_ms) + 500) // 1000
        self._stage.announce("tick", 0, "tick")
        self._plan(max(0, left_s - 1))

    def close(self, now_ms):
        """Ends the auction. The last bidder, if any, buys."""
        self._game.call(_PLAN, None)
        self.auction = False
        sold = "sold" if self.bids else "unsold"
        self._game.report(sold, "bids", self.bids)
        self._game.redraw()
        self._game.add(sold, 1, now_ms)

    # --- jail

    def jail(self, player, tries):
        """Sets the tries (int) that a player in jail has had, as a host counts them."""
        self._tries[player] = tries

    def jail_try(self, chosen, player, dice, draws):
        """Judges a roll as a player's try to leave jail, and reports it.

        Args:
            chosen: the rules in the settings, a result of ``rules.rules_of``.
            player: int. 0 means unknown.
            dice: the faces.
            draws: the number of this roll.

        Returns:
            The verdict: FREE, STAY or PAY.
        """
        self.count = self._tries.get(player, 0) + 1
        result, self._tries[player] = rules.jail_try(chosen, self.count, dice)
        told = {"event": "outcome", "draw": draws, "outcome": "jail_try", "dice": list(dice)}
        told.update({"try": self.count, "result": result})
        if player:
            told["player"] = player
        if result == rules.PAY:
            told["pay"] = chosen[rules.FEE]
        self._stage.report(told)
        return result

    # --- long game

    def begin(self, now_ms):
        """Starts the clock of a long game, unless it is running."""
        if self._end_ms is None:
            self._end_ms = ticks.add(now_ms, self._stage.settings.clock_min * _MINUTE_MS)

    def tick(self, now_ms):
        """Warns in silence when the long game nears its end. Call it once a second."""
        if self._end_ms is None or self._warned > len(WARNINGS_MIN) or self._game.sounding:
            return
        over = self._warned == len(WARNINGS_MIN)
        left_min = 0 if over else WARNINGS_MIN[self._warned]
        if ticks.diff(self._end_ms, now_ms) > left_min * _MINUTE_MS:
            return
        name = "clock_over" if over else "warning"
        if self._stage.announce(name, 0, name):
            self._warned += 1
            self._game.report("clock", "left_min", left_min)

    def auction_left_ms(self, now_ms):
        """Returns how long an auction waits for a bid (int, ms), or None without an auction."""
        return ticks.diff(self._deadline_ms, now_ms) if self.auction else None
