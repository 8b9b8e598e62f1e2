"""Peripherals of a Pico 2, whose chip may hold up an input with a weak pull-down.

Erratum RP2350-E9: in stepping A2, an enabled input between low and high feeds some 120 uA into its
pin, and stays at 2.2 V unless 8.2 kohm or less pull it low. Without a cable only 10 kohm pull at
the USB sense. A disabled input feeds no current. So the input is enabled for each look, and during
sleep if it is low, because then it stays low.

Source: RP2350 datasheet, errata (RP2350-E9), 9.11.3 (``GPIO24``, ``IE``), 2.1.3 (aliases);
schematic of the Pico 2 (the divider, 5.6 and 10 kohm); pico-sdk issue 1914.
"""

import machine
from micropython import const

from pingware.boards import looks_rp2, peripherals
from pingware.boards.chosen import board, chip

_PAD = 0x40038004 + 4 * board.VBUS_SENSE
_ENABLE, _DISABLE = _PAD + 0x2000, _PAD + 0x3000
_INPUT = const(1 << 6)


class SensePeripherals(peripherals.Peripherals):
    """Peripherals of the chosen board on a Pico 2."""

    def power_parts(self):
        """Returns the USB sense, as an input that is high while plugged, and the sleep call."""
        sense = _Sense()
        return sense, sense.sleep


class _Sense(looks_rp2.LookedPin):
    """Replaces the pin of the USB sense."""

    def __init__(self):
        super().__init__()
        self._pin = machine.Pin(board.VBUS_SENSE, machine.Pin.IN)
        self._look(None)

    def sleep(self, ms):
        """Sleeps for at most ``ms`` (int), until a pin's interrupt or USB power."""
        from pingware.boards import naps_rp2

        self._before_nap()
        machine.mem32[_ENABLE] = _INPUT
        self._pin.irq(_nothing, machine.Pin.IRQ_RISING, hard=True)
        if not self._pin.value():
            naps_rp2.nap(ms)
        self._pin.irq(None)
        machine.freq(chip.CLOCK_HZ)  # after sleep it runs at MicroPython's default clock
        self._after_nap()

    def _look(self, _timer):
        machine.mem32[_ENABLE] = _INPUT
        there = self._pin.value()
        machine.mem32[_DISABLE] = _INPUT
        self._notice(there)


def _nothing(_pin):
    """Handles an interrupt that needs no action."""
