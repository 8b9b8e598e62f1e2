"""Trial of new firmware, which is confirmed after it has run well for a while."""

import asyncio
import sys

PROVEN_S = 5  # seconds up and running, with the link open and no further fault
# After this time it no longer waits for silence, because steady play must not lose good firmware
# to the 30 s of ``start``. A pause between two sounds is then enough. At the end it confirms
# during a sound, which may stutter once.
PATIENCE_S = 20
_LAST_S = 24
_TRIES = 25  # tries in a second, 20 ms apart, which is longer than any tick of a clock


class Trial:
    """The present trial. ``start`` ends it unless it is confirmed in time.

    Args:
        board, reports: of ``app``.
        activity: ``app.boot.tasks.Activity``.
    """

    def __init__(self, board, reports, activity):
        self._board = board
        self._reports = reports
        self._activity = activity
        self._faults = reports.faults.total
        self._well_s = 0

    async def watch(self):
        """Confirms as soon as possible. Call it once a second."""
        self._well_s += 1
        if self._reports.faults.total != self._faults:
            self._faults = self._reports.faults.total
            self._well_s = 0
        if self._well_s < PROVEN_S:
            return
        for _ in range(_TRIES):
            if self.confirm() or self._well_s < PATIENCE_S:
                return
            await asyncio.sleep_ms(20)

    def confirm(self):
        """Confirms this firmware. Returns whether it did (bool), because play comes first."""
        return self._board.without_interrupts(self._confirm)

    def _confirm(self):
        """Confirms unless a sound plays or the servo moves, which a write would make stutter."""
        if self._activity.busy and self._well_s < PATIENCE_S:
            return False
        if self._activity.playing and self._well_s < _LAST_S:
            return False
        sys.modules.pop("start").confirm()
        return True


def is_on():
    """Returns whether this firmware is on trial (bool)."""
    return "start" in sys.modules
