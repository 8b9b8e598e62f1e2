"""After a sound sample, the fast way leaves exactly the same state as the slow one."""

from itertools import pairwise

import pytest
from rp2040py.rp2040 import RP2040

from pingblock.virtual.chip.corrections import (
    dma_pacing,
    fast_samples,
    pwm_request,
    pwm_slices,
)
from pingblock.virtual.chip.silicon import bare_chip

DMA, SRAM, COMPARE, PERIOD_NS = 0x50000000, 0x20000000, 0x4005000C, 5670 * 8
INCR_READ, INCR_WRITE, HALF_WORDS, ENABLE = 1 << 4, 1 << 5, 1 << 2, 1
TIMER0, PERMANENT, WRAP0 = 0x3B, 0x3F, 24


def chip(fast: bool) -> tuple[RP2040, list]:
    mcu = bare_chip()
    dma_pacing.apply(mcu)
    pwm_request.apply(mcu)
    slices = pwm_slices.apply(mcu)
    if fast:
        fast_samples.apply(mcu, slices)
    written = []
    slices.on_write = lambda index, offset: written.append(
        (mcu.clock.nanos, index, offset, mcu.pwm.channels[index].cc)
    )
    mcu.sram[:512] = bytes(range(256)) * 2
    mcu.write_uint32(0x40050010, 999)
    mcu.write_uint32(0x40050000, 1)
    mcu.write_uint32(DMA + 0x420, 1 << 16 | 5670)
    return mcu, written


def start(mcu, control: int, count: int = 40, chain: int = 0, target: int = COMPARE) -> None:
    mcu.write_uint32(DMA, SRAM)
    mcu.write_uint32(DMA + 4, target)
    mcu.write_uint32(DMA + 8, count)
    mcu.write_uint32(DMA + 0xC, control | chain << 11 | ENABLE)


def registers(mcu) -> list[int]:
    return [
        mcu.read_uint32(DMA + 0x40 * index + 4 * place) for index in (0, 1) for place in range(4)
    ]


CASES = {
    "timer": TIMER0 << 15 | INCR_READ | HALF_WORDS,
    "ring": TIMER0 << 15 | 5 << 6 | INCR_READ | HALF_WORDS,
    "one word again and again": TIMER0 << 15 | HALF_WORDS,
    "at once": PERMANENT << 15 | INCR_READ | HALF_WORDS,
    "wrap": WRAP0 << 15 | INCR_READ | HALF_WORDS,
    "bytes": TIMER0 << 15 | INCR_READ,
    "words": TIMER0 << 15 | INCR_READ | 2 << 2,
    "write moves too": TIMER0 << 15 | INCR_READ | INCR_WRITE | HALF_WORDS,
    "swapped": TIMER0 << 15 | 1 << 22 | INCR_READ | HALF_WORDS,
}


@pytest.mark.parametrize("name", CASES)
def test_short_path_ends_in_same_state_as_long_path(name):
    ends = []
    for fast in (True, False):
        mcu, written = chip(fast)
        start(mcu, CASES[name])
        mcu.clock.tick(PERIOD_NS * 30.5)
        halfway = registers(mcu)
        mcu.clock.tick(PERIOD_NS * 30)
        ends.append((halfway, registers(mcu), mcu.read_uint32(DMA + 0x400), written))
    assert ends[0] == ends[1]


def test_chained_blocks_keep_the_rate_and_raise_their_interrupts():
    mcu, written = chip(fast=True)
    mcu.write_uint32(DMA + 0x40, SRAM + 256)
    mcu.write_uint32(DMA + 0x44, COMPARE)
    mcu.write_uint32(DMA + 0x48, 40)
    mcu.write_uint32(DMA + 0x50, CASES["timer"] | 1 << 11 | ENABLE)
    start(mcu, CASES["timer"], chain=1)
    mcu.clock.tick(PERIOD_NS * 80.5)
    times_ns = [at for at, *_ in written[-80:]]
    assert {round(b - a) for a, b in pairwise(times_ns)} == {PERIOD_NS}
    assert mcu.read_uint32(DMA + 0x400) & 3 == 3


def test_disabled_channel_writes_no_more_samples():
    mcu, written = chip(fast=True)
    start(mcu, CASES["timer"])
    mcu.clock.tick(PERIOD_NS * 5.5)
    mcu.write_uint32(DMA + 0x10, 0)
    for _ in range(2):
        assert len(written) == 2 + 5  # two registers first, then a level in each period
        mcu.clock.tick(PERIOD_NS * 10)
