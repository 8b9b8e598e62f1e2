"""The clock and the PLL of the USB controller. Both run after MicroPython has started.

Source: RP2040 datasheet 2.15.7 (``CLK_USB_CTRL``) and 2.18.4 (``CS``, ``PWR``).
"""

_CLOCK, _STATUS, _POWER = 0x54, 0x00, 0x04
_LOCKED = 1 << 31
_DOWN = 1 << 0 | 1 << 3 | 1 << 5  # power-down bits of core, dividers and oscillator

_registers = {_CLOCK: 1 << 11, _POWER: 1 << 2}


def runs():
    """Returns whether the clock or the PLL runs."""
    return bool(_registers[_CLOCK] & 1 << 11 or _locked())


def _locked():
    return not _registers[_POWER] & _DOWN & ~(1 << 3)


def read_clocks(offset):
    return _registers[_CLOCK] if offset == _CLOCK else None


def write_clocks(offset, value):
    _registers[_CLOCK] = value
    return offset == _CLOCK


def read_pll(offset):
    if offset == _STATUS:
        return _LOCKED if _locked() else 0
    return _registers[_POWER] if offset == _POWER else None


def write_pll(offset, value):
    _registers[_POWER] = value
    return offset == _POWER
