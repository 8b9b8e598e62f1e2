"""Watchdog, interrupts, and words that survive a reset. It is the same on any board.

The class of ``peripherals`` does not contain it, because that would lengthen each boot. To save
memory, resets are in ``resets_rp2``. ``root/start.py`` counts bad ends. Source: RP2040 datasheet
4.7.6, RP2350 datasheet 12.9, and the notes below.
"""

import machine
from micropython import const

from pingware.boards.chosen import chip

_WATCHDOG_MS = const(8000)  # the chip can count at most 8388
_MARK = const(0x5AFE0000)  # so that random memory is not read as a count
_SPY_MS = const(2000)
# Interrupts that the processor receives: of GPIOs, and a bit for each DMA channel (2.5.7 there).
# An exception in a handler clears its bits.
_ENABLED = (chip.GPIO_8_ENABLED, chip.GPIO_24_ENABLED, 0x50000404)


class Health:
    """The watchdog, and signs whether the firmware works."""

    def __init__(self):
        self.powered_on = machine.reset_cause() == machine.PWRON_RESET  # false after a restart

    def open(self, spy):
        """Starts the watchdog, and the check of the interrupts that are on now.

        Args:
            spy: callable of a timer, called every 2 s, even while a task blocks all others.
        Returns:
            The watchdog. It must be fed from now on.
        """
        self.note(0)
        self._timer = machine.Timer(-1, period=_SPY_MS, callback=spy)
        self._wanted = [machine.mem32[at] for at in _ENABLED]
        return machine.WDT(timeout=_WATCHDOG_MS)

    def lost(self):
        """Returns the interrupts that have lost their handler, or None.

        The result is the index of a word of ``_ENABLED`` (int, from 0) and its lost bits (int).
        """
        for place in range(len(_ENABLED)):
            gone = self._wanted[place] & ~machine.mem32[_ENABLED[place]]
            if gone:
                return place, gone
        return None

    def forget_bad_ends(self):
        """Resets the count after the firmware has worked for a while."""
        machine.mem32[chip.BAD_ENDS] = _MARK

    def note(self, code):
        """Notes a code (int, 1..255) for current trouble. 0 means no trouble."""
        machine.mem32[chip.ENDED_AT] = _MARK | code
