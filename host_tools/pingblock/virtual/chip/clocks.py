"""Watches the clocks that determine the chip's power: system clock and USB controller's clock.

Source: RP2040 datasheet 2.15.7, ``CLK_SYS_CTRL``. Without its auxiliary source, a PLL, the system
runs on the crystal, as in MicroPython's lightsleep.
"""

from __future__ import annotations

from collections.abc import Callable

from pingblock.virtual.chip.corrections import Chip, after_write
from pingblock.virtual.chip.corrections.usb_pll import UsbPll, usb_clock_runs

_AUXILIARY = 1 << 0  # bit of the field SRC


def watch(mcu: Chip, pll: UsbPll, tell: Callable[[bool, bool], None]) -> None:
    """Reports each change of whether the system's PLL is used, and whether the USB clock runs."""
    last = (False, False)

    def look(_offset: int, _value: int) -> None:
        nonlocal last
        now = (bool(mcu.clocks.sys_ctrl & _AUXILIARY), usb_clock_runs(mcu))
        if now != last:
            last = now
            tell(*now)

    after_write(mcu.clocks, look)
    after_write(pll, look)
