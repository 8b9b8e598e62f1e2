"""Watchdog, interrupts, and words that survive a reset; the same on any board.

In the class of ``peripherals`` it would make each boot longer; what ends or follows a bad start is
in ``resets_rp2``, for memory. ``root/start.py`` counts the bad ends.
Source: RP2040 datasheet 4.7.6, RP2350 datasheet 12.9, and as noted below.
"""

import machine
from micropython import const

from pingware.boards.chosen import chip

_WATCHDOG_MS = const(8000)  # the most that the chip can count is 8388
_MARK = const(0x5AFE0000)  # so that chance is no count
_SPY_MS = const(2000)
# Which interrupts the processor gets: of GPIOs, and a bit for each DMA channel (2.5.7 there).
# An exception in a handler clears its bits.
_ENABLED = (chip.GPIO_8_ENABLED, chip.GPIO_24_ENABLED, 0x50000404)


class Health:
    """The watchdog, and what shows whether the firmware is well."""

    def __init__(self):
        self.powered_on = machine.reset_cause() == machine.PWRON_RESET  # or this is a restart

    def open(self, spy):
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
        """Returns which word of ``_ENABLED`` (int, from 0) and which of its bits (int) stand for
        interrupts that have lost their handler; None if there are none."""
        for place in range(len(_ENABLED)):
            gone = self._wanted[place] & ~machine.mem32[_ENABLED[place]]
            if gone:
                return place, gone
        return None

    def forget_bad_ends(self):
        """Starts counting anew: the firmware has been well for a while."""
        machine.mem32[chip.BAD_ENDS] = _MARK

    def note(self, code):
        """Notes at what (int, 1..255) the firmware is in trouble; 0 is nowhere."""
        machine.mem32[chip.ENDED_AT] = _MARK | code
