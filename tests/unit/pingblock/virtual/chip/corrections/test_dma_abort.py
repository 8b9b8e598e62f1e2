"""Aborting one of two chained DMA channels (erratum RP2040-E13)."""

import pytest

from pingblock.virtual.chip.corrections import dma_abort, dma_pacing

DMA, TIMER0, ABORT, TREQ_TIMER0 = 0x50000000, 0x420, 0x444, 0x3B
BUSY, ENABLED = 1 << 24, 1
CONTROL = TREQ_TIMER0 << 15 | 1 << 5 | 1 << 4 | 1 << 2


@pytest.fixture
def chained(mcu):
    """A chip whose channels 0 and 1 are chained to each other. 0 is moving its first item."""
    dma_pacing.apply(mcu)
    mcu.write_uint32(DMA + TIMER0, 1 << 16 | 5670)
    for channel, other in ((1, 0), (0, 1)):
        base = DMA + channel * 0x40
        mcu.write_uint32(base + 0x0, 0x20000000)
        mcu.write_uint32(base + 0x4, 0x20001000)
        mcu.write_uint32(base + 0x8, 100)
        # AL1_CTRL does not trigger, CTRL_TRIG does
        mcu.write_uint32(base + (0xC if channel == 0 else 0x10), CONTROL | other << 11 | ENABLED)
    assert busy(mcu) == [True, False]
    return mcu


def busy(mcu):
    return [bool(mcu.read_uint32(DMA + n * 0x40 + 0xC) & BUSY) for n in (0, 1)]


def disable(mcu, channel):
    base = DMA + channel * 0x40
    mcu.write_uint32(base + 0x10, mcu.read_uint32(base + 0xC) & ~ENABLED)


def test_abort_of_busy_channel_starts_chained_channel(chained):
    dma_abort.apply(chained)
    chained.write_uint32(DMA + ABORT, 1)
    assert busy(chained) == [False, True]
    chained.write_uint32(DMA + ABORT, 2)
    assert busy(chained) == [True, False]


def test_uncorrected_chip_stops_both_channels_at_abort(chained):
    chained.write_uint32(DMA + ABORT, 1)
    assert busy(chained) == [False, False]


def test_channels_that_were_disabled_before_stay_idle(chained):
    dma_abort.apply(chained)
    for channel in (0, 1):
        disable(chained, channel)
    chained.write_uint32(DMA + ABORT, 3)
    assert busy(chained) == [False, False]


def test_abort_of_idle_channel_does_not_start_chained_channel(chained):
    dma_abort.apply(chained)
    disable(chained, 0)
    disable(chained, 1)
    chained.write_uint32(DMA + ABORT, 1)
    chained.write_uint32(DMA + 0x50, chained.read_uint32(DMA + 0x4C) | ENABLED)
    chained.write_uint32(DMA + ABORT, 1)
    assert busy(chained) == [False, False]
