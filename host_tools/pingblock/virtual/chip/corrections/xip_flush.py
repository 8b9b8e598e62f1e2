"""Flash is as fast as RAM, because the flash cache is not modelled.

The cache is missing, as rp2040py documents: ``RPXIPCtrl`` only stores registers. So code in flash
runs 10 to 30 % faster than on a chip, which waits for cache misses.

Reproduce: time a loop over a 100 kB table in flash: one access costs as much as in RAM.

Addition: the cache in ``turbo/flash_cache.h``, 16 kB, 2 ways, lines of 8 bytes with each word
filled separately, with 50 cycles for a missing word (RP2040 datasheet 2.6.3: a QSPI read at
62.5 MHz of command, address and data). The compiled loop adds these cycles. This module informs
the loop of a flush.
"""

from __future__ import annotations

from collections.abc import Callable

from rp2040py.peripherals.xip_ctrl import FLUSH

from pingblock.virtual.chip.corrections import Chip, after_write


def apply(mcu: Chip, flushed: Callable[[], None]) -> None:
    """Calls ``flushed`` whenever the firmware empties the flash cache."""

    def written(offset: int, _value: int) -> None:
        if offset == FLUSH:
            flushed()

    after_write(mcu.xip_ctrl, written)
