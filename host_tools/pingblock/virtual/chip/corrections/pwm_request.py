"""After one wrap, a PWM slice requests data from the DMA without end.

Wrong: ``RPPWM.channel_interrupt`` raises DREQ_PWM_WRAPn at a wrap, and nothing lowers it, so after
the first wrap a channel paced by it moves all its data at once.

Reproduce: pace a 100-word transfer by DREQ_PWM_WRAP0 of a slice that wraps every 1 ms: it is
complete after 1 ms instead of 100 ms.

Fix: a wrap allows one transfer (RP2040 datasheet 4.5.2.8). So the request is lowered after the
waiting channels were informed.
"""

from __future__ import annotations

from rp2040py.peripherals.dma import DREQChannel

from pingblock.virtual.chip.corrections import Chip


def apply(mcu: Chip) -> None:
    """Makes each wrap of each slice request one DMA transfer."""
    interrupt = mcu.pwm.channel_interrupt

    def wrapped(index: int) -> None:
        interrupt(index)
        mcu.dma.clear_dreq(DREQChannel.DREQ_PWM_WRAP0 + index)

    mcu.pwm.channel_interrupt = wrapped
