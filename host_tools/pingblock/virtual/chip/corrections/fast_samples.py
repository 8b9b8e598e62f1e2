"""A DMA transfer to a PWM compare register takes ten Python calls.

Wrong (slow, not incorrect): ``RPDMAChannel.transfer`` reads and writes through the whole bus, so
playing sound at 22 kHz takes longer than the sound.

Reproduce: play DMA samples to PWM and look at a profile.

Addition: the one transfer that matters, 16 bits from RAM to a compare register, done directly.
Any other, and the last one of a block with its interrupt and chaining, goes the old way.
"""

from __future__ import annotations

from collections.abc import Callable

from rp2040py.peripherals.dma import BSWAP, INCR_READ, INCR_WRITE, RING_SEL, RPDMAChannel

from pingblock.virtual.chip.corrections import Chip
from pingblock.virtual.chip.corrections.dma_pacing import PERMANENT, period_us
from pingblock.virtual.chip.corrections.pwm_slices import PwmSlices

_SRAM, _SRAM_SIZE = 0x20000000, 264 * 1024
_COMPARE_SLICE = {0x40050000 + 0x14 * index + 0x0C: index for index in range(8)}
_SPECIAL = BSWAP | INCR_WRITE | RING_SEL


def apply(mcu: Chip, slices: PwmSlices) -> None:
    """Shortens the way of one chip's sound samples."""
    for channel in mcu.dma.channels:
        channel.transfer_alarm.cancel()
        channel.transfer_alarm = mcu.clock.create_alarm(_transfer(mcu, channel, slices))


def _transfer(mcu: Chip, channel: RPDMAChannel, slices: PwmSlices) -> Callable[[], None]:
    words = mcu.sram.cast("H")

    def transfer() -> None:
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
        slices.write_compare(index, words[place >> 1] * 0x10001)
        if channel._ctrl & INCR_READ:
            _next_read(channel)
        channel._trans_count -= 1
        wait_us = period_us(channel.dma, channel._treq_value)
        if wait_us and channel._treq_value != PERMANENT:
            channel.transfer_alarm.schedule(wait_us * 1000)
        else:
            channel.schedule_transfer()

    return transfer


def _next_read(channel: RPDMAChannel) -> None:
    address, ring = channel._read_addr, channel._ring_mask
    channel._read_addr = (address & ~ring | (address + 2) & ring) if ring else address + 2
