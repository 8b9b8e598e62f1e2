"""Naps of the chip without the USB controller's clock. It is the same on any board.

After a host has configured the device, ``machine.lightsleep`` leaves the controller's clock and
its PLL on, even without a cable, because it cannot distinguish a pulled cable from a sleeping
host. That more than doubles the power of a sleeping device. So both are stopped here, and
restarted right after the nap, because the converter's clock uses the same PLL and a host can be
connected.

Source: RP2040 datasheet 2.15.7 (``CLK_USB_CTRL``), 2.18.4 (``PWR``, ``CS``), 2.1.2 (aliases);
RP2350 datasheet 8.1.7, 8.6.5; MicroPython, ``ports/rp2/modmachine.c``.
"""

import machine
from micropython import const

from pingware.boards.chosen import chip

_ENABLE = const(1 << 11)
_CORE, _DIVIDERS = const(1 << 0 | 1 << 5), const(1 << 3)  # power-down bits of the PLL
_LOCKED = const(1 << 7)  # in the highest byte


def nap(ms):
    """Sleeps for at most ``ms`` (int), until a pin's interrupt."""
    machine.mem32[chip.USB_CLOCK_CLEAR] = _ENABLE
    machine.mem32[chip.USB_PLL_POWER_SET] = _CORE | _DIVIDERS
    machine.lightsleep(ms)
    machine.mem32[chip.USB_PLL_POWER_CLEAR] = _CORE
    while not machine.mem8[chip.USB_PLL_LOCK] & _LOCKED:
        pass
    machine.mem32[chip.USB_PLL_POWER_CLEAR] = _DIVIDERS
    machine.mem32[chip.USB_CLOCK_SET] = _ENABLE
