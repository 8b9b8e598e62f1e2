"""Trial of this firmware: confirmed once it has gone on well for a while."""

import asyncio
import sys

PROVEN_S = 5  # up and running, the link open, and not one more fault
# Then it waits for silence, but not for ever: who plays without a pause must not lose good
# firmware to the 30 s of ``start``. From then on a pause between two sounds is enough, and at
# last a sound that stutters once is the lesser evil.
PATIENCE_S = 20
_LAST_S = 24
_TRIES = 25  # a second, 20 ms apart: longer than any tick of a clock


class Trial:
    """The trial that is on; ``start`` ends it unless it is confirmed in time.

    Args:
        board, reports: of ``app``.
        activity: ``app.boot.second_stage.Activity``.
    """

    def __init__(self, board, reports, activity):
        self._board = board
        self._reports = reports
        self._activity = activity
        self._faults = reports.faults.total
        self._well_s = 0

    async def watch(self):
        """Confirms as soon as it may; call it once a second."""
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
        """Makes this firmware the one in force. Returns whether it did: play comes first."""
        return self._board.without_interrupts(self._confirm)

    def _confirm(self):
        """Confirms, unless something sounds or moves, which a write would make stutter."""
        if self._activity.busy and self._well_s < PATIENCE_S:
            return False
        if self._activity.playing and self._well_s < _LAST_S:
            return False
        sys.modules.pop("start").confirm()
        return True


def is_on():
    """Returns whether this firmware is on trial (bool)."""
    return "start" in sys.modules
