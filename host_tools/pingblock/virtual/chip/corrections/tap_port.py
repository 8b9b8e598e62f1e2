"""A register that an RP2040 does not have, into which the tap writes the firmware's events.

Addition: the virtual device receives all bytes that are written there. See ``report_tap``.
"""

from __future__ import annotations

from collections.abc import Callable

from pingblock.virtual.chip.corrections import Chip
from pingblock.virtual.report_tap import PORT


class TapPort:
    """One register on the bus.

    Args:
        tell: called with each word.
    """

    def __init__(self, tell: Callable[[int], None]) -> None:
        self._tell = tell

    def read_uint32(self, _offset: int) -> int:
        """Returns 0, because the register is only for writing."""
        return 0

    def write_uint32_atomic(self, _offset: int, value: int, _atomic_type: int) -> None:
        """Passes a word on to ``tell``."""
        self._tell(value)


def apply(mcu: Chip, tell: Callable[[int], None]) -> None:
    """Puts the register on one chip's bus."""
    mcu.peripherals[PORT >> 12] = TapPort(tell)
