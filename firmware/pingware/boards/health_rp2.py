"""Watchdog, and words that survive a reset; the same on any board, loaded with the tasks.

In the class of ``peripherals`` it would make each boot longer; what ends or follows a bad start is
in ``ends_rp2``, for memory. ``root/start.py`` counts the bad ends.
Source: RP2040 datasheet 4.7.6.
"""

import machine
from micropython import const

_WATCHDOG_MS = const(8000)  # the most that the chip can count is 8388
# Words that survive every reset but loss of power: how often in a row it ended badly (in the
# lower half) or how else, and at what.
_ENDS = const(0x4005800C)
_AT = const(0x40058014)
_MARK = const(0x5AFE0000)  # so that chance is no count


class Health:
    """The watchdog, and what is remembered over a reset."""

    def __init__(self):
        self.powered_on = machine.reset_cause() == machine.PWRON_RESET  # or this is a restart

    def watchdog(self):
        """Starts the watchdog and returns it; it has to be fed from now on."""
        return machine.WDT(timeout=_WATCHDOG_MS)

    def forget_bad_ends(self):
        """Starts counting anew: the firmware has been well for a while."""
        machine.mem32[_ENDS] = _MARK

    def note(self, code):
        """Notes at what (int, 1..255) the firmware is in trouble; 0 is nowhere."""
        machine.mem32[_AT] = _MARK | code
