"""Flash is as fast as RAM, because the flash cache is not modelled.

The cache is missing, as rp2040py documents: ``RPXIPCtrl`` only stores registers. So code in flash
runs 10 to 30 % faster than on a chip, which waits for cache misses.

Reproduce: time a loop over a 100 kB table in flash: one access costs as much as in RAM.

Addition: ``XipCache``, 16 kB, 2 ways, lines of 8 bytes with each word filled separately, and, with
50 cycles for a missing word (RP2040 datasheet 2.6.3: a QSPI read at 62.5 MHz of command, address
and data). The loops that run the core add these cycles. This module informs them of a flush.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType

from rp2040py.peripherals.xip_ctrl import FLUSH, RPXIPCtrl

from pingblock.virtual.chip.corrections import Chip

MISS_CYCLES = 50
_SETS = 1024
_CACHED, _FLASH_END = 0x10000000, 0x14000000


class XipCache:
    """The flash cache: its content, and the cycles that a read takes."""

    def __init__(self) -> None:
        self.flush()

    def flush(self) -> None:
        """Empties it."""
        # For each set: its two lines as [tag, valid words]. The line that was used last is at the
        # end.
        self._sets: dict[int, list[list[int]]] = {}

    def cost(self, address: int) -> int:
        """Returns the extra cycles for reading the word at ``address``, or 0 outside of flash."""
        if not _CACHED <= address < _FLASH_END:
            return 0
        if address >> 24 != _CACHED >> 24:  # the mirrors of the flash, which bypass the cache
            return MISS_CYCLES
        line = self._line(address >> 3 & _SETS - 1, address >> 13)
        word = 1 << (address >> 2 & 1)
        missing = not line[1] & word
        line[1] |= word
        return MISS_CYCLES * missing

    def _line(self, row: int, tag: int) -> list[int]:
        lines = self._sets.setdefault(row, [[-1, 0], [-1, 0]])
        found = next((line for line in lines if line[0] == tag and line[1]), None)
        line = found or lines[0]
        if found is None:
            line[:] = [tag, 0]
        lines.sort(key=lambda other: other is line)
        return line


def apply(mcu: Chip, flushed: Callable[[], None]) -> None:
    """Calls ``flushed`` whenever the firmware empties the flash cache."""

    def write(control: RPXIPCtrl, offset: int, value: int) -> None:
        RPXIPCtrl.write_uint32(control, offset, value)
        if offset == FLUSH:
            flushed()

    mcu.xip_ctrl.write_uint32 = MethodType(write, mcu.xip_ctrl)
