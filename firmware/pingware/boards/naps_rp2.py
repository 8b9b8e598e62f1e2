"""Naps of the chip without the USB controller's clock; the same on any board.

Once a host has configured the device, ``machine.lightsleep`` leaves the controller's clock and its
PLL on, also when the cable is out: it cannot tell a pulled cable from a host that is asleep. That
more than doubles what a sleeping device draws. So both are stopped here, and started again at
once when it wakes: the converter's clock comes from the same PLL, and a host may be there.

Source: RP2040 datasheet 2.15.7 (``CLK_USB_CTRL``), 2.18.4 (``PWR``, ``CS``), 2.1.2 (aliases);
RP2350 datasheet 8.1.7, 8.6.5; MicroPython, ``ports/rp2/modmachine.c``.
"""

import machine
from micropython import const

from pingware.boards.chosen import chip

_ENABLE = const(1 << 11)
_CORE, _DIVIDERS = const(1 << 0 | 1 << 5), const(1 << 3)  # of the PLL, if powered down
_LOCKED = const(1 << 7)  # of the highest byte


def nap(ms):
    """Sleeps for some ms (int) at most, until a pin's interrupt."""
    machine.mem32[chip.USB_CLOCK_CLEAR] = _ENABLE
    machine.mem32[chip.USB_PLL_POWER_SET] = _CORE | _DIVIDERS
    machine.lightsleep(ms)
    machine.mem32[chip.USB_PLL_POWER_CLEAR] = _CORE
    while not machine.mem8[chip.USB_PLL_LOCK] & _LOCKED:
        pass
    machine.mem32[chip.USB_PLL_POWER_CLEAR] = _DIVIDERS
    machine.mem32[chip.USB_CLOCK_SET] = _ENABLE
