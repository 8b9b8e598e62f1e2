"""Every write to the chip's flash, and what lies on it if the power goes before or within one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import MethodType

from pingblock.virtual.chip.engine import ChipEngine

PAGE_BYTES, SECTOR_BYTES = 256, 4096
_PROGRAM, _ERASE = 0x02, 0x20  # W25Q16JV data sheet, instruction set


class FlashLog:
    """What was erased and programmed since it was made.

    Args:
        engine: powered.
    """

    def __init__(self, engine: ChipEngine) -> None:
        self._flash = bytearray(engine.flash_image())
        self.writes: list[tuple[int, bytes]] = []  # address, what lies there afterwards
        ssi = engine.silicon.mcu.ssi
        apply = ssi._apply_command

        def noted(ssi: object) -> None:
            command, writes = bytes(ssi._tx_buffer), ssi._write_enabled  # type: ignore[attr-defined]
            apply()
            size = {_PROGRAM: PAGE_BYTES, _ERASE: SECTOR_BYTES}.get(command[0] if command else 0)
            if writes and size:
                at = int.from_bytes(command[1:4], "big") & ~(size - 1)
                self.writes.append((at, bytes(engine.silicon.mcu.flash[at : at + size])))

        ssi._apply_command = MethodType(noted, ssi)

    def cuts(self, seed: int = 1) -> Iterator[tuple[str, bytes]]:
        """Yields the flash for each moment of a power cut: before a write, and within it.

        Yields:
            What was being done, and the whole flash.
        """
        flash, chance = bytearray(self._flash), Random(seed)
        for number, (at, after) in enumerate(self.writes):
            before = bytes(flash[at : at + len(after)])
            kind = "erase" if len(after) == SECTOR_BYTES else "program"
            for how, torn in _torn(before, after, chance):
                flash[at : at + len(after)] = torn
                yield f"{kind} {number} of {len(self.writes)}, {how}", bytes(flash)
            flash[at : at + len(after)] = after
        yield "all written", bytes(flash)


def _torn(before: bytes, after: bytes, chance: Random) -> Iterator[tuple[str, bytes]]:
    half = len(after) // 2
    yield "not begun", before
    yield "half the bytes", after[:half] + before[half:]
    masks = chance.randbytes(len(after))
    bits = zip(before, after, masks, strict=True)
    yield "half the bits", bytes(old ^ ((old ^ new) & mask) for old, new, mask in bits)
