"""The clock of UART and SPI is always the core's clock.

Wrong: ``RP2040.clk_peri`` stays 125 MHz whatever CLK_PERI_CTRL contains. MicroPython selects the
USB PLL, 48 MHz, so that a change of the core's clock does not affect UART and SPI.

Reproduce: print ``mcu.uart[0].baud_rate`` after ``machine.UART(0, 2400)``: 6250.

Fix: follow CLK_PERI_CTRL's AUXSRC (RP2040 datasheet 2.15.7). The USB PLL is 48 MHz. All other
sources count as the core's clock.
"""

from __future__ import annotations

from rp2040py.peripherals.clocks import CLK_PERI_CTRL

from pingblock.virtual.chip.corrections import Chip, after_write

_SOURCE_SHIFT, _SOURCE_BITS, _USB_PLL = 5, 7, 2
_USB_PLL_HZ = 48_000_000


def apply(mcu: Chip) -> None:
    """Makes one chip's clock for peripherals follow its register."""

    def follow(offset: int, _value: int) -> None:
        if offset == CLK_PERI_CTRL:
            usb = mcu.clocks.peri_ctrl >> _SOURCE_SHIFT & _SOURCE_BITS == _USB_PLL
            mcu.clk_peri = _USB_PLL_HZ if usb else mcu.clk_sys

    after_write(mcu.clocks, follow)
