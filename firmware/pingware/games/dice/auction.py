"""Auction clock: each bid restarts it, and what is not raised in time is sold (SM-22, STX-06)."""

from pingware.shared import ticks

BID_MS = 10_000  # project choice
_TICKS = 5  # in the last seconds, one each
_PLAN = "auction"


class Auction:
    """One auction after the other.

    Args:
        game: ``games.timed_game.TimedGame`` whose plans it makes.
        stage: ``app.timed_stage.TimedStage``.
        over: callable of the time (ticks): the auction has ended.
    """

    def __init__(self, game, stage, over):
        self._game = game
        self._stage = stage
        self._over = over
        self._deadline_ms = 0
        self.open = False
        self.bids = 0

    def start(self, now_ms):
        """Opens an auction; nobody has bid yet."""
        self.open = True
        self.bids = 0
        self._stage.report({"event": "outcome", "outcome": "auction"})
        self._stage.announce("auction", 0, "auction")
        self._restart(now_ms)

    def bid(self, now_ms):
        """Counts a bid; the others have the whole time again."""
        self.bids += 1
        if self.open:
            self._restart(now_ms)

    def stop(self, now_ms):
        """Ends it at once: the hammer falls."""
        self.open = False
        self._game.plan(_PLAN, None)
        sold = "sold" if self.bids else "unsold"
        self._stage.report({"event": "outcome", "outcome": sold, "bids": self.bids})
        self._over(now_ms, sold)

    def close(self):
        """Ends it without a word."""
        self.open = False
        self._game.plan(_PLAN, None)

    def left_ms(self, now_ms):
        """Returns the time that is left for a bid (int, ms); None while none is open."""
        return max(0, ticks.diff(self._deadline_ms, now_ms)) if self.open else None

    def _restart(self, now_ms):
        self._deadline_ms = ticks.add(now_ms, BID_MS)
        self._plan(_TICKS)

    def _plan(self, left_s):
        at_ms = ticks.add(self._deadline_ms, -1000 * left_s)
        self._game.plan(_PLAN, at_ms, self._tick if left_s else self.stop)

    def _tick(self, now_ms):
        """Ticks, once a second until the end."""
        left_s = (ticks.diff(self._deadline_ms, now_ms) + 500) // 1000
        if left_s > 0:
            self._stage.announce("tick", 0, "tick")
        self._plan(max(0, left_s - 1))
