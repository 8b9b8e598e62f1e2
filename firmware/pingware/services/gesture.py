"""Measures from a settled button level how long it is held. Pure. It does not debounce.

Source: QB-R5.
"""

from pingware.shared import ticks

HOLD = "hold"
SHORT = "short"
LONG = "long"
RELEASE = "release"
STUCK = "stuck"

HOLD_MS = 700
LONG_MS = 2000
STUCK_MS = 30_000


class Gesture:
    """One button's holds.

    Args:
        mark_ms: how long a hold must last, int, ms, below STUCK_MS.
        mark: the event returned once when a hold has lasted ``mark_ms``.
        early: the event returned when the button is released before ``mark_ms``.
    """

    def __init__(self, mark_ms, mark, early):
        self._marks = ((mark_ms, mark), (STUCK_MS, STUCK))
        self._early = early
        self._since_ms = None  # None: the button is up
        self._given = 0  # number of marks reported in this hold
        self.lasted_ms = 0  # length of the previous hold

    @property
    def held(self):
        """Returns whether the button was down at the latest update (bool)."""
        return self._since_ms is not None

    def update(self, pressed, now_ms):
        """Takes the level. Call it at least every few days while the button is down.

        Args:
            pressed: settled level, bool.
            now_ms: ticks.

        Returns:
            One event, or None. If two are due they come in two calls.
        """
        if not self.held:
            self._since_ms = now_ms if pressed else None
            return None
        due = self._due(pressed, now_ms)
        if due or pressed:
            return due
        return self._let_go(now_ms)

    def _due(self, pressed, now_ms):
        """Returns the next mark that was reached. A button that is up was never stuck."""
        if self._given == len(self._marks):
            return None
        after_ms, event = self._marks[self._given]
        if ticks.diff(now_ms, self._since_ms) < after_ms or (event == STUCK and not pressed):  # type: ignore[arg-type]
            return None
        self._given += 1
        return event

    def _let_go(self, now_ms):
        self.lasted_ms = ticks.diff(now_ms, self._since_ms)  # type: ignore[arg-type]
        event = RELEASE if self._given else self._early
        self._since_ms = None
        self._given = 0
        return event
