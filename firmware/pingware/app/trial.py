"""This firmware is on trial: it says that it is good once it has gone on well for a while."""

import sys

from pingware.shared import slots
from pingware.storage import files

PROVEN_S = 5  # up and running, the link open, and not one more fault
# Then it waits for silence, but not for ever: who plays without a pause must not lose good
# firmware to the 30 s of ``start``. A sound that stutters once is the lesser evil.
PATIENCE_S = 20


class Trial:
    """The trial that is on; ``start`` ends it unless it is confirmed in time.

    Args:
        device: ``app.device.Block``.
        supply: ``app.supply.Supply``.
    """

    def __init__(self, device, supply):
        self._device = device
        self._supply = supply
        self._faults = device.faults.total
        self._well_s = 0

    def watch(self):
        """Call it once a second."""
        self._well_s += 1
        if self._device.faults.total != self._faults:
            self._faults = self._device.faults.total
            self._well_s = 0
        if self._well_s >= PROVEN_S:
            self.confirm()

    def confirm(self):
        """Makes this firmware the one in force. Returns whether it did: play comes first."""
        return self._device.board.without_interrupts(self._confirm)

    def _confirm(self):
        """Flash that is written while something sounds or moves makes it stutter."""
        busy = self._device.speaker.playing or self._supply.moves
        if busy and self._well_s < PATIENCE_S:
            return False
        kept = slots.read()["slot"]
        tried = slots.other(kept)
        files.replace(slots.SLOT, ("/" + tried).encode())
        sys.modules.pop("start").timer.deinit()
        return True


def is_on():
    """Returns whether this firmware is on trial (bool)."""
    return "start" in sys.modules
