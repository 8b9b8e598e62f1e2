"""The clock of UART and SPI is always the core's clock.

Wrong: ``RP2040.clk_peri`` stays 125 MHz whatever CLK_PERI_CTRL contains. MicroPython selects the
USB PLL, 48 MHz, so that a change of the core's clock does not affect UART and SPI.

Reproduce: print ``mcu.uart[0].baud_rate`` after ``machine.UART(0, 2400)``: 6250.

Fix: follow CLK_PERI_CTRL's AUXSRC (RP2040 datasheet 2.15.7). The USB PLL is 48 MHz. All other
sources count as the core's clock.
"""

from __future__ import annotations

from types import MethodType

from rp2040py.peripherals.clocks import CLK_PERI_CTRL, RPClocks

from pingblock.virtual.chip.corrections import Chip

_SOURCE_SHIFT, _SOURCE_BITS, _USB_PLL = 5, 7, 2
_USB_PLL_HZ = 48_000_000


def apply(mcu: Chip) -> None:
    """Makes one chip's clock for peripherals follow its register."""
    mcu.clocks.write_uint32 = MethodType(_write, mcu.clocks)


def _write(clocks: RPClocks, offset: int, value: int) -> None:
    RPClocks.write_uint32(clocks, offset, value)
    if offset == CLK_PERI_CTRL:
        mcu: Chip = clocks.rp2040
        usb = clocks.peri_ctrl >> _SOURCE_SHIFT & _SOURCE_BITS == _USB_PLL
        mcu.clk_peri = _USB_PLL_HZ if usb else mcu.clk_sys
