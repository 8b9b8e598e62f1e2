"""A DMA transfer to a PWM compare register takes ten Python calls.

Wrong (slow, not incorrect): ``RPDMAChannel.transfer`` reads and writes through the whole bus, so
playing sound at 22 kHz takes longer than the sound.

Reproduce: play DMA samples to PWM and look at a profile.

Addition: transfers of 16 bits from RAM to a compare register are made directly. If the compiled
loop runs the chip, it makes all of them after the first without any Python. All other transfers
use rp2040py's code, as does the last transfer of a block, because it causes an interrupt and
starts the chained channel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from rp2040py.peripherals.dma import BSWAP, INCR_READ, INCR_WRITE, RING_SEL, RPDMAChannel

from pingblock.virtual.chip.corrections import Chip
from pingblock.virtual.chip.corrections.dma_pacing import PERMANENT, period_us
from pingblock.virtual.chip.corrections.pwm_slices import PwmSlices

_SRAM, _SRAM_SIZE = 0x20000000, 264 * 1024
_COMPARE_SLICE = {0x40050000 + 0x14 * index + 0x0C: index for index in range(8)}
_WHOLE_ADDRESS = 0xFFFFFFFF
_SPECIAL = BSWAP | INCR_WRITE | RING_SEL


Settled = Callable[[bytes, bytes], None]
# Arguments: alarm, address, step and ring in bytes, number of transfers, period in ns, function to
# call at the end.
Mover = Callable[[Any, int, int, int, int, float, Settled], None]


class SoundSamples:
    """Makes one chip move its sound samples directly.

    If ``mover`` is set, it makes all transfers after the first: see ``TurboLoop.move_samples``.
    """

    def __init__(self, mcu: Chip, slices: PwmSlices) -> None:
        self.mover: Mover | None = None
        self._slices = slices
        self._words = mcu.sram.cast("H")
        for channel in mcu.dma.channels:
            channel.transfer_alarm.cancel()
            channel.transfer_alarm = mcu.clock.create_alarm(partial(self._transfer, channel))

    def _transfer(self, channel: RPDMAChannel) -> None:
        index = _COMPARE_SLICE.get(channel._write_addr)
        place = channel._read_addr - _SRAM
        if (
            index is None
            or channel._trans_count <= 1
            or channel._data_size != 2
            or channel._ctrl & _SPECIAL
            or not 0 <= place < _SRAM_SIZE
            or place & 1
        ):
            channel.transfer()
            return
        self._slices.write_compare(index, self._words[place >> 1] * 0x10001)
        self._go_on(channel, index)

    def _go_on(self, channel: RPDMAChannel, index: int) -> None:
        """Counts one transfer and schedules the next."""
        _count(channel, 1)
        wait_us = period_us(channel.dma, channel._treq_value)
        if not wait_us or channel._treq_value == PERMANENT:
            channel.schedule_transfer()
            return
        channel.transfer_alarm.schedule(wait_us * 1000)
        if self.mover and channel._trans_count > 1 and self._slices.plays(index):
            self._hand_to_mover(self.mover, channel, index, wait_us * 1000)

    def _hand_to_mover(
        self, mover: Mover, channel: RPDMAChannel, index: int, period_ns: float
    ) -> None:
        def settled(levels: bytes, times_ns: bytes) -> None:
            written = np.frombuffer(levels, np.uint16)
            _count(channel, len(written))
            self._slices.write_compares(index, written, np.frombuffer(times_ns))

        step = 2 if channel._ctrl & INCR_READ else 0
        mover(
            channel.transfer_alarm,
            channel._read_addr,
            step,
            channel._ring_mask or _WHOLE_ADDRESS,
            channel._trans_count - 1,
            period_ns,
            settled,
        )


apply = SoundSamples


def _count(channel: RPDMAChannel, transfers: int) -> None:
    """Updates a channel's registers after some transfers."""
    channel._trans_count -= transfers
    if channel._ctrl & INCR_READ:
        address, ring = channel._read_addr, channel._ring_mask or _WHOLE_ADDRESS
        channel._read_addr = address & ~ring | (address + 2 * transfers) & ring
