"""An aborted DMA channel never triggers the channel that it is chained to.

Wrong: ``RPDMAChannel.abort`` only cancels the transfer. On an RP2040, the abort of a channel that
is moving data can count as its end (erratum RP2040-E13), and an end triggers the chained channel.
So two channels that are chained to each other continue, unless they were disabled before the
abort.

Reproduce: chain two channels to each other, start one, write 3 to CHAN_ABORT: the two channels are
idle.

Addition: the worst case happens every time. An abort of a busy, enabled channel triggers its
``chain_to`` channel, which starts if it is enabled.
"""

from __future__ import annotations

from types import MethodType

from rp2040py.peripherals.dma import RPDMAChannel

from pingblock.virtual.chip.corrections import Chip


def apply(mcu: Chip) -> None:
    """Makes each abort on one chip trigger the chained channel."""
    for channel in mcu.dma.channels:
        channel.abort = MethodType(abort, channel)


def abort(channel: RPDMAChannel) -> None:
    """Stops a channel, and starts the one that it is chained to."""
    was_active = channel.active
    RPDMAChannel.abort(channel)
    if was_active and channel._chain_to != channel.index:
        channel.dma.channels[channel._chain_to].start()
