"""The PLL of the USB controller is missing: all bits of each read are 1.

Wrong: ``PLL_USB_BASE`` is not a peripheral, so the PLL always seems locked, and the emulator
cannot show whether it runs. In sleep it draws more power than all other parts.

Reproduce: print ``machine.mem32[0x4002C004]``, its power register: 0xffffffff.

Fix: keep the written values. The PLL is locked while its core and its oscillator have power
(RP2040 datasheet 2.18.4). Locking takes no time.
"""

from __future__ import annotations

from rp2040py.peripherals.peripheral import BasePeripheral

from pingblock.virtual.chip.corrections import Chip

_PLACE = 0x4002C
_STATUS, _POWER, _FEEDBACK, _PRIMARY = 0x0, 0x4, 0x8, 0xC
_AT_RESET = {_STATUS: 0x1, _POWER: 0x2D, _FEEDBACK: 0x0, _PRIMARY: 0x77000}
_LOCKED = 1 << 31
_OFF = 1 << 0 | 1 << 5  # power-down bits of the core and the oscillator
_CLOCK_ON = 1 << 11


class UsbPll(BasePeripheral):
    """The USB controller's PLL of a chip."""

    def __init__(self, mcu: Chip) -> None:
        super().__init__(mcu, "PLL_USB_BASE")
        self.reset()

    def reset(self) -> None:
        """Switches the PLL off, as a reset of its block does."""
        self._registers = dict(_AT_RESET)

    @property
    def runs(self) -> bool:
        """True while the core and the oscillator of the PLL have power."""
        return not self._registers[_POWER] & _OFF

    def read_uint32(self, offset: int) -> int:
        """Returns the value of a register."""
        value = self._registers.get(offset, 0)
        return value | _LOCKED if offset == _STATUS and self.runs else value

    def write_uint32(self, offset: int, value: int) -> None:
        """Stores the value of a register."""
        self._registers[offset] = value & ~_LOCKED if offset == _STATUS else value


def apply(mcu: Chip) -> UsbPll:
    """Adds the USB controller's PLL to one chip."""
    mcu.peripherals[_PLACE] = pll = UsbPll(mcu)
    return pll


def usb_clock_runs(mcu: Chip) -> bool:
    """Returns whether the USB controller's PLL runs, or its clock is switched on."""
    pll: UsbPll = mcu.peripherals[_PLACE]
    return pll.runs or bool(mcu.clocks.usb_ctrl & _CLOCK_ON)
