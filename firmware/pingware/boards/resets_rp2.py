"""Resets of the chip, intended or after a fault, and their notes. It is the same on any board.

It is loaded for the first reset, or after a start without a loss of power. Source: RP2040
datasheet 4.7.6 and 2.1.2, RP2350 datasheet 12.9. ``root/start.py`` reads these words first.
"""

import machine
from micropython import const

from pingware.boards.chosen import chip

_TIMED_OUT = const(1)
_ENABLE = const(1 << 30)
_BAD, _GOOD, _SAFE = const(0x5AFE), const(0x5AFF0000), const(0x5AFD0000)
_MIXER, _PINS = const(11), const(32)  # numbers of ``services.task_ids``


class Resets:
    """Calls that reset the chip, and the cause of the last reset."""

    def bad_ends(self):
        """Returns the number of consecutive bad ends before this start (int)."""
        word = machine.mem32[chip.BAD_ENDS]
        return word & 0xFFFF if word >> 16 == _BAD else 0

    def take_note(self):
        """Returns the last end's code (int, 0 if none), and whether the watchdog ended it (bool).

        The code is then cleared.
        """
        word = machine.mem32[chip.ENDED_AT]
        machine.mem32[chip.ENDED_AT] = 0
        code = word & 0xFF if word >> 16 == _BAD else 0
        return code, self.bad_ends() > 0 and machine.mem32[chip.RESET_REASON] & _TIMED_OUT != 0

    def crash(self, code):
        """Resets the chip because of the trouble with this code, see ``note``."""
        machine.mem32[chip.ENDED_AT] = _BAD << 16 | code
        machine.reset()

    def fail(self, lost, overdue):
        """Resets the chip because a task is overdue (its number) or interrupts are ``lost``.

        Args:
            lost: see ``health_rp2.Health.lost``.
        """
        if lost:
            place, gone = lost
            overdue = _MIXER if place == 2 else _PINS + (8, 24)[place] + _lowest(gone) // 4
        self.crash(overdue)

    def restart(self):
        """Resets the chip on request. It does not count as a bad end."""
        machine.mem32[chip.ENDED_AT] = _GOOD
        machine.reset()

    def safe_mode(self):
        """Resets the chip, for safe mode."""
        machine.mem32[chip.BAD_ENDS] = _SAFE
        machine.reset()

    def bootloader(self):
        """Starts the chip's boot loader, a USB drive. The watchdog must be off there."""
        machine.mem32[chip.WATCHDOG_CTRL_CLEAR] = _ENABLE
        machine.mem32[chip.ENDED_AT] = _GOOD  # the boot loader starts through the watchdog
        machine.bootloader()


def _lowest(word):
    """Returns the number of the lowest set bit (int)."""
    number = 0
    while not word >> number & 1:
        number += 1
    return number
