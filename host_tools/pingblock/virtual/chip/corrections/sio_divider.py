"""A hardware division counts 16 cycles that the clock does not count, and x / 0 is wrong.

Wrong, in ``RPSIO.update_hardware_divider``: (1) both writes of operands add 8 to ``core.cycles``.
But the clock advances by the cycles that ``execute_instruction`` returns, and these include the
firmware's own delay of 8 cycles. So cycle counts and time drift apart. (2) Division by zero looks
at the unsigned value, so the quotient of a negative or of an unsigned zero dividend has the wrong
sign. (3) The quotient is a float that every reader must truncate.

Reproduce: read ``core.cycles`` and ``clock.nanos`` around a loop of ``//`` in MicroPython.

Fix: integers, no extra cycles, and x / 0 as in RP2040 datasheet 2.3.1.5 (remainder = dividend,
quotient -1, or +1 for a negative signed dividend).
"""

from __future__ import annotations

from types import MethodType

from rp2040py.sio import RPSIO

from pingblock.virtual.chip.corrections import Chip

_READY_DIRTY = 0b11
_WORD = 0xFFFFFFFF


def apply(mcu: Chip) -> None:
    """Corrects the divider of one chip."""
    mcu.sio.update_hardware_divider = MethodType(_divide, mcu.sio)


def _divide(sio: RPSIO, signed: bool) -> None:
    a, b = sio.div_dividend & _WORD, sio.div_divisor & _WORD
    quotient, remainder = divide(_signed(a), _signed(b)) if signed else divide(a, b)
    sio.div_quotient, sio.div_remainder = quotient & _WORD, remainder & _WORD
    sio.div_csr = _READY_DIRTY


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


def divide(dividend: int, divisor: int) -> tuple[int, int]:
    """Returns the quotient, rounded towards zero, and the remainder, with the dividend's sign."""
    if not divisor:
        return (1 if dividend < 0 else -1), dividend
    quotient = abs(dividend) // abs(divisor)
    quotient = -quotient if (dividend < 0) != (divisor < 0) else quotient
    return quotient, dividend - quotient * divisor
