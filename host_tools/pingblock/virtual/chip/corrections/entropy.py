"""The ring oscillator's random bit is always 1, so ``os.urandom`` returns 0xff bytes.

Wrong: ROSC is an ``UnimplementedPeripheral``, so every read is 0xFFFFFFFF.

Reproduce: ``import os; os.urandom(8)`` in MicroPython: ``b'\\xff' * 8``.

Fix: a register model with a seeded generator for RANDOMBIT. Because it is seeded, a run can be
repeated. As on a real chip, the bits differ from one power-on to the next.
"""

from __future__ import annotations

from random import Random

from rp2040py.peripherals.peripheral import BasePeripheral

from pingblock.virtual.chip.corrections import Chip

# RP2040 datasheet 2.17.8
_STATUS = 0x18
_RANDOMBIT = 0x1C
_STABLE_ENABLED = 1 << 31 | 1 << 12
_KEY = 0x40060  # bits 31 to 12 of the peripheral's address in rp2040py, 0x40060000


class RingOscillator(BasePeripheral):
    """The ring oscillator ROSC: keeps values, is always stable, and gives seeded random bits."""

    def __init__(self, mcu: Chip, seed: str) -> None:
        super().__init__(mcu, "ROSC")
        self._random = Random(seed)
        self._stored: dict[int, int] = {}

    def read_uint32(self, offset: int) -> int:
        if offset == _RANDOMBIT:
            return self._random.getrandbits(1)
        if offset == _STATUS:
            return _STABLE_ENABLED
        return self._stored.get(offset, 0)

    def write_uint32(self, offset: int, value: int) -> None:
        self._stored[offset] = value


def apply(mcu: Chip, seed: str) -> None:
    """Gives one chip a ring oscillator.

    Args:
        seed: equal seeds give equal random bits.
    """
    mcu.peripherals[_KEY] = RingOscillator(mcu, seed)
