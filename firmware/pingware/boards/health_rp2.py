"""Watchdog, interrupts, and words that survive a reset; the same on any board.

In the class of ``peripherals`` it would make each boot longer; what ends or follows a bad start is
in ``ends_rp2``, for memory. ``root/start.py`` counts the bad ends.
Source: RP2040 datasheet 4.7.6 and as noted below.
"""

import machine
from micropython import const

_WATCHDOG_MS = const(8000)  # the most that the chip can count is 8388
# Words that survive every reset but loss of power: how often in a row it ended badly (in the
# lower half) or how else, and at what.
_ENDS = const(0x4005800C)
_AT = const(0x40058014)
_MARK = const(0x5AFE0000)  # so that chance is no count
# Which interrupts the processor gets: four bits a GPIO (8..15, 24..31), one bit a DMA channel
# (2.19.6.1, 2.5.7). An exception in a handler clears its bits.
_ENABLED = (0x40014104, 0x4001410C, 0x50000404)
_SPY_MS = const(2000)


class Health:
    """The watchdog, and what shows whether the firmware is well."""

    def __init__(self):
        self.powered_on = machine.reset_cause() == machine.PWRON_RESET  # or this is a restart

    def start(self, spy):
        """Starts the watchdog, and the watch over the interrupts that are on now.

        Args:
            spy: callable of a timer, called every 2 s, also while a task holds all others up.
        Returns:
            The watchdog; it has to be fed from now on.
        """
        self.note(0)
        self._timer = machine.Timer(-1, period=_SPY_MS, callback=spy)
        self._wanted = [machine.mem32[at] for at in _ENABLED]
        return machine.WDT(timeout=_WATCHDOG_MS)

    def lost(self):
        """Returns the place of the word (int, from 0) and the bits of interrupts that have no
        handler any more; None if there is none."""
        for place in range(len(_ENABLED)):
            gone = self._wanted[place] & ~machine.mem32[_ENABLED[place]]
            if gone:
                return place, gone
        return None

    def forget_bad_ends(self):
        """Starts counting anew: the firmware has been well for a while."""
        machine.mem32[_ENDS] = _MARK

    def note(self, code):
        """Notes at what (int, 1..255) the firmware is in trouble; 0 is nowhere."""
        machine.mem32[_AT] = _MARK | code
