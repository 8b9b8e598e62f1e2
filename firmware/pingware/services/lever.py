"""Recognises pulls and releases from the level of the lever's switch. Pure.

Pulled for ``HALF_PULL_MS`` it is armed. The first edge back releases it. The worms start then, and
a bounce after it is a pull too short to count. A lever that is held for ever, or that never rests,
is a fault. The fault is returned once, and the lever counts again after it has rested. From
power-on until its first rest it is neither armed nor a fault, because without a base its pin
reads pulled. Source: WW-09.
"""

from pingware.shared import ticks

ARMED = "armed"
RELEASED = "released"
STUCK = "lever_stuck"
CHATTER = "lever_chatter"
FREE = "lever_free"  # After a fault the lever rests, and counts again.

HALF_PULL_MS = 150  # a shorter pull does not start the worms (WW-09)
BOUNCE_MS = 20  # microswitches settle within 5 ms. A rest shorter than this is a bounce.
STUCK_MS = 30_000
# time without a calm of HALF_PULL_MS. A child cannot wiggle as fast for this long.
CHATTER_MS = 5000
RECOVERY_MS = 1000

_RESTS, _PULLED, _ARMED, _IGNORED, _UNSEEN = range(5)


class Lever:
    """One lever. Pass it every edge in order, and look about every 20 ms."""

    def __init__(self):
        self._state = _UNSEEN
        self.fault = None  # STUCK, CHATTER, or None while the lever works
        self._pulled = None  # latest level: True, False, or None before the first look
        self._edge_ms = 0  # time of the latest edge
        self._pull_ms = 0  # time of the edge that began the pull
        self._calm = True  # whether there was no edge for HALF_PULL_MS
        self._restless_ms = 0  # time of the first edge after a calm

    @property
    def rests(self):
        """Returns whether it rests, so that only an edge can cause an event (bool)."""
        return self._state == _RESTS

    def update(self, pulled, at_ms):
        """Handles the unfiltered level.

        Args:
            pulled: bool, whether the switch is open.
            at_ms: ticks of the look or the edge.

        Returns:
            ARMED, RELEASED, STUCK, CHATTER, FREE or None. Call it again with the same arguments
            until it returns None, because several events can be due.
        """
        due = self._due(at_ms)
        if due or pulled == self._pulled:
            return due
        return self._take_edge(pulled, at_ms)

    def _due(self, at_ms):
        """Returns an event that is due by time, without a change of level."""
        steady_ms = ticks.diff(at_ms, self._edge_ms)
        self._calm = self._calm or steady_ms >= HALF_PULL_MS
        if not self._calm and ticks.diff(at_ms, self._restless_ms) >= CHATTER_MS:
            return self._fail(CHATTER)
        if self._pulled:
            return self._due_pulled(ticks.diff(at_ms, self._pull_ms), steady_ms)
        return None if self._pulled is None else self._due_at_rest(steady_ms)

    def _due_pulled(self, pulled_ms, steady_ms):
        if pulled_ms >= STUCK_MS:
            return self._fail(STUCK)
        if self._state == _PULLED and pulled_ms >= HALF_PULL_MS and steady_ms >= BOUNCE_MS:
            self._state = _ARMED
            return ARMED
        return None

    def _due_at_rest(self, rested_ms):
        enough_ms = RECOVERY_MS if self.fault else BOUNCE_MS
        if self._state == _RESTS or rested_ms < enough_ms:
            return None
        had_fault, self.fault = self.fault, None
        self._state = _RESTS
        return FREE if had_fault else None

    def _take_edge(self, pulled, at_ms):
        if self._calm:
            self._calm = False
            self._restless_ms = at_ms
        if pulled and self._state != _PULLED:
            self._pull_ms = at_ms
        self._pulled = pulled
        self._edge_ms = at_ms
        if pulled and self._state == _RESTS:
            self._state = _PULLED
        elif not pulled and self._state == _ARMED:
            self._state = _RESTS
            return RELEASED
        return None

    def _fail(self, code):
        """Returns a new fault's code, or None. The lever is ignored until it rests."""
        if self._state == _UNSEEN:
            return None
        self._state = _IGNORED
        if self.fault:
            return None
        self.fault = code
        return code
