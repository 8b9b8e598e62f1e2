"""Clock of a long game: 60, 75 or 90 minutes, with gentle warnings (FO-S1..FO-S4)."""

from pingware.shared import ticks

WARNINGS_MIN = (15, 5, 1)  # before the end
_MINUTE_MS = 60_000
_AGAIN_MS = 500  # while something else sounds
_PLAN = "clock"


class GameClock:
    """The clock; it runs from the first roll on.

    Args:
        game: ``games.timed_game.TimedGame`` whose plans it makes.
        stage: ``app.timed_stage.TimedStage``.
    """

    def __init__(self, game, stage):
        self._game = game
        self._stage = stage
        self._end_ms = None
        self._next = 0  # the warning that comes next; past the last one: the end

    def start(self, now_ms):
        """Starts it, if a length is set and it does not run yet."""
        minutes = self._stage.settings.clock_min
        if minutes and self._end_ms is None:
            self._end_ms = ticks.add(now_ms, minutes * _MINUTE_MS)
            self._next = 0
            self._plan()

    def stop(self):
        """Stops it; it starts anew with the next roll."""
        self._end_ms = None
        self._game.plan(_PLAN, None)

    def left_ms(self, now_ms):
        """Returns what is left of the game (int, ms, 0 once it is over); None unless it runs."""
        return None if self._end_ms is None else max(0, ticks.diff(self._end_ms, now_ms))

    def _plan(self):
        left_min = WARNINGS_MIN[self._next] if self._next < len(WARNINGS_MIN) else 0
        self._game.plan(_PLAN, ticks.add(self._end_ms, -left_min * _MINUTE_MS), self._due)

    def _due(self, now_ms):
        over = self._next == len(WARNINGS_MIN)
        name = "clock_over" if over else "warning"
        if self._game.sounding or not self._stage.announce(name, 0, name):
            self._game.plan(_PLAN, ticks.add(now_ms, _AGAIN_MS), self._due)
            return
        left_min = 0 if over else WARNINGS_MIN[self._next]
        self._stage.report({"event": "outcome", "outcome": "clock", "left_min": left_min})
        self._next += 1
        if not over:
            self._plan()
