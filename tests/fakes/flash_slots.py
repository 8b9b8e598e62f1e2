"""The device's module ``firmware_slots`` on a flash in memory, which can lose its power."""

from __future__ import annotations

from pingblock.image import slot_image
from pingblock.image.slot_image import SIZE
from pingware.shared.slot_format import PAGE_BYTES, SECTOR_BYTES, STATE


class PowerLost(Exception):
    """The power failed before a write."""


class FlashSlots:
    """Two slots. Without an erase, bits can only be cleared.

    Args:
        base: hash that a good slot names.
        runs: the slot that runs.
        parts: all pages of each slot.
    """

    def __init__(self, base: bytes, runs: int, *parts: bytes) -> None:
        self._base, self._runs = base, runs
        self.flash = [bytearray(part.ljust(SIZE, b"\xff")) for part in parts]
        self.writes = 0
        self.power_for = 1 << 30  # number of writes until the power is lost
        self.trial = False

    def running(self) -> int:
        return self._runs

    def on_trial(self) -> bool:
        return self.trial

    def view(self, slot: int) -> memoryview:
        return memoryview(self.flash[slot]).toreadonly()

    def record(self, slot: int) -> int:
        state, found = self.flash[slot][STATE : STATE + PAGE_BYTES], 0
        for at in range(0, 7 * 32, 32):
            number = int.from_bytes(state[at : at + 4], "little")
            if int.from_bytes(state[at + 4 : at + 8], "little") == number ^ 0xFFFFFFFF:
                found = at
        return STATE + found

    def is_whole(self, slot: int) -> bool:
        held = self.flash[slot]
        length = int.from_bytes(held[40:44], "little")
        content = bytes(held[512 : 512 + length])
        return held[:52] == slot_image.head(self._base, content)

    is_good = is_whole

    def write(self, slot: int, offset: int, data: bytes) -> None:
        assert offset % PAGE_BYTES == 0 == len(data) % PAGE_BYTES
        self._step()
        for at, byte in enumerate(data, offset):
            self.flash[slot][at] &= byte

    def erase(self, slot: int, offset: int) -> None:
        assert offset % SECTOR_BYTES == 0
        self._step()
        self.flash[slot][offset : offset + SECTOR_BYTES] = b"\xff" * SECTOR_BYTES

    def _step(self) -> None:
        if self.writes >= self.power_for:
            raise PowerLost
        self.writes += 1
