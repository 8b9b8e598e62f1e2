"""Selecting an ADC channel starts a conversion in rp2040py that was not requested.

Wrong: ``RPADC`` keeps CS.START_ONE after a conversion. The SDK's ``adc_select_input`` writes CS
through an atomic alias. The model reads the old value back with START_ONE in it, and converts.

Reproduce: ``ADC(0).read_u16(); ADC(3).read_u16()`` in MicroPython: three conversions.

Fix: START_ONE clears itself (RP2040 datasheet 4.9.6: type SC, always reads 0).
"""

from __future__ import annotations

from rp2040py.peripherals.adc import CS, CS_START_ONE

from pingblock.virtual.chip.corrections import Chip, after_write


def apply(mcu: Chip) -> None:
    """Corrects the ADC of one chip."""

    def clear(offset: int, _value: int) -> None:
        if offset == CS:
            mcu.adc.cs &= ~CS_START_ONE

    after_write(mcu.adc, clear)
