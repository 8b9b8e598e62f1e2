"""Selecting an ADC channel starts a conversion in rp2040py that was not requested.

Wrong: ``RPADC`` keeps CS.START_ONE after a conversion. The SDK's ``adc_select_input`` writes CS
through an atomic alias. The model reads the old value back with START_ONE in it, and converts.

Reproduce: ``ADC(0).read_u16(); ADC(3).read_u16()`` in MicroPython: three conversions.

Fix: START_ONE clears itself (RP2040 datasheet 4.9.6: type SC, always reads 0).
"""

from __future__ import annotations

from types import MethodType

from rp2040py.peripherals.adc import CS, CS_START_ONE, RPADC

from pingblock.virtual.chip.corrections import Chip


def apply(mcu: Chip) -> None:
    """Corrects the ADC of one chip."""
    mcu.adc.write_uint32 = MethodType(_write, mcu.adc)


def _write(adc: RPADC, offset: int, value: int) -> None:
    RPADC.write_uint32(adc, offset, value)
    if offset == CS:
        adc.cs &= ~CS_START_ONE
